/** `message`: a sentence for the person. `field`: the one that is wrong, by its name in the request. */
export type Failed = { readonly ok: false; readonly message: string; readonly field?: string };
export type Loaded<T> = { readonly ok: true; readonly value: T } | Failed;
export type Done = { readonly ok: true } | Failed;
