/**
 * Writes the format in which llama.cpp reads a model, GGUF 3: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 *
 * Its order: a head with both counts, the metadata, a description of each tensor, then their numbers, each tensor's at a
 * multiple of 32 bytes.
 */
export type MetadataValue =
  | { readonly type: 'u32' | 'i32' | 'f32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'i32s' | 'f32s'; readonly value: readonly number[] };

/** The fastest dimension comes first; as many numbers as their product. */
export type Tensor = {
  readonly name: string;
  readonly dimensions: readonly number[];
  readonly numbers: Float32Array;
};

const typeCodes = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 };
const alignment = 32;
/** Of a tensor of 32-bit floating point numbers. */
const tensorType = 0;

export function ggufOf(
  metadata: Readonly<Record<string, MetadataValue>>,
  tensors: readonly Tensor[],
): Buffer {
  const entries = Object.entries(metadata);
  let offset = 0;
  const described = tensors.map(({ name, dimensions, numbers }) => {
    const at = offset;
    offset += aligned(numbers.byteLength);
    return [text(name), u32(dimensions.length), ...dimensions.map(u64), u32(tensorType), u64(at)];
  });
  const head = Buffer.concat([
    ...[Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(entries.length)],
    ...entries.flatMap(([key, value]) => [text(key), ...valueParts(value)]),
    ...described.flat(),
  ]);
  const data = tensors.map(({ numbers }) =>
    Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  );
  return Buffer.concat([head, ...data].map(padded));
}

function valueParts(given: MetadataValue): Buffer[] {
  switch (given.type) {
    case 'bool':
      return [u32(typeCodes.bool), Buffer.from([given.value ? 1 : 0])];
    case 'string':
      return [u32(typeCodes.string), text(given.value)];
    case 'strings':
      return arrayParts('string', given.value.map(text));
    case 'i32s':
      return arrayParts('i32', given.value.map(number.i32));
    case 'f32s':
      return arrayParts('f32', given.value.map(number.f32));
    default:
      return [u32(typeCodes[given.type]), number[given.type](given.value)];
  }
}

function arrayParts(type: 'string' | 'i32' | 'f32', items: readonly Buffer[]): Buffer[] {
  return [u32(typeCodes.array), u32(typeCodes[type]), u64(items.length), ...items];
}

const number = {
  u32: (value: number) => Buffer.from(new Uint8Array(Uint32Array.of(value).buffer)),
  i32: (value: number) => Buffer.from(new Uint8Array(Int32Array.of(value).buffer)),
  f32: (value: number) => Buffer.from(new Uint8Array(Float32Array.of(value).buffer)),
};

const { u32 } = number;

function u64(value: number): Buffer {
  return Buffer.from(new Uint8Array(BigUint64Array.of(BigInt(value)).buffer));
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function aligned(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}
