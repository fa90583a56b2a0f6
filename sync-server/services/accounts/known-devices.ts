/**
 * Recognizes browsers in which a user has signed in before, so that guesses made elsewhere cannot lock them out.
 * 1. A mark is `user.device.signature`: the signature is an HMAC-SHA256 with a secret of this server.
 * 2. A mark is no credential: whoever shows one needs the password all the same, and its attempts are counted.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountsStorage } from '../../storage/ports/accounts-port.ts';

/** The content of a device cookie. */
export type DeviceMark = string;

export type KnownDevices = {
  /** Returns the id of the device if the mark is one of this user. */
  deviceOf(mark: DeviceMark | undefined, userId: number): Promise<string | undefined>;
  /** Returns a mark for this user; one with the same id where `previous` is such a mark already. */
  mark(userId: number, previous: DeviceMark | undefined): Promise<DeviceMark>;
};

const pattern = /^(\d{1,16})\.([\w-]{22})\.([\w-]{43})$/;

export function createKnownDevices(deps: {
  storage: Pick<AccountsStorage, 'secret'>;
  randomBytes: (size: number) => Uint8Array;
}): KnownDevices {
  const draw = (size: number) => Buffer.from(deps.randomBytes(size));
  let stored: Uint8Array | undefined;

  async function secret(): Promise<Uint8Array> {
    stored ??= await deps.storage.secret('known-devices', draw(32));
    return stored;
  }

  async function signature(userId: number, device: string): Promise<Buffer> {
    return createHmac('sha256', await secret())
      .update(`${userId}.${device}`)
      .digest();
  }

  async function deviceOf(mark: DeviceMark | undefined, userId: number): Promise<string | undefined> {
    const [, user, device = '', signed = ''] = pattern.exec(mark ?? '') ?? [];
    if (user !== String(userId)) return undefined;
    const given = Buffer.from(signed, 'base64url');
    return timingSafeEqual(given, await signature(userId, device)) ? device : undefined;
  }

  return {
    deviceOf,
    async mark(userId, previous) {
      const device = (await deviceOf(previous, userId)) ?? draw(16).toString('base64url');
      return `${userId}.${device}.${(await signature(userId, device)).toString('base64url')}`;
    },
  };
}
