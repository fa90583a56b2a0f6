/** The part of the package that tests use; it brings no types. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: readonly { name: string; configs: readonly string[] }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
    readonly httpServer: Server;
    readonly middleware: ((
      context: { readonly path: string; app: object },
      next: () => Promise<unknown>,
    ) => Promise<unknown>)[];
  }
}
