/** The browser's synchronous storage, or nothing where it is forbidden altogether. */
export function draftStorage(
  page: Window,
): Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return page.localStorage;
  } catch {
    const nothing = () => undefined;
    return { length: 0, key: () => null, getItem: () => null, setItem: nothing, removeItem: nothing };
  }
}
