export type EngineName = 'Firefox' | 'WebKit';

const engineNames: readonly EngineName[] = ['Firefox', 'WebKit'];

export function isEngineName(name: string): name is EngineName {
  return engineNames.some((engine) => engine === name);
}

/** Returns the programs that drive the engines; `npm run test:long` names those that it found or installed, empty where none. */
export function enginePrograms(): Partial<Record<EngineName, string>> {
  const { FIREFOX_PATH, WEBKIT_DRIVER_PATH } = process.env;
  return {
    ...(FIREFOX_PATH ? { Firefox: FIREFOX_PATH } : {}),
    ...(WEBKIT_DRIVER_PATH ? { WebKit: WEBKIT_DRIVER_PATH } : {}),
  };
}
