/** Makes a model for llama.cpp of half a megabyte: a Llama of two layers whose weights mean nothing, the same each time. */
import { seededRandom } from '../simulation/seeded-random.ts';
import { ggufOf, type MetadataValue, type Tensor } from './gguf.ts';

const width = 64;
const layers = 2;
const heads = 4;
const hidden = 128;
export const contextLength = 4096;

type Token = { readonly text: string; readonly type: number; readonly score: number };

/** The numbers that llama.cpp has for the types of tokens. */
const tokenTypes = { normal: 1, unknown: 2, control: 3, byte: 6 };

/** Every byte is a token, so that any text can be read; a few words and what JSON is made of make the answers mixed. */
function vocabulary(): readonly Token[] {
  const words = ['the', 'a', 'and', 'it', 'is', 'not', 'on', 'with', 'for', 'you'].map((word) => `▁${word}`);
  const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
  return [
    { text: '<unk>', type: tokenTypes.unknown, score: 0 },
    { text: '<s>', type: tokenTypes.control, score: 0 },
    { text: '</s>', type: tokenTypes.control, score: 0 },
    ...Array.from({ length: 256 }, (_, byte) => ({
      text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
      ...{ type: tokenTypes.byte, score: 0 },
    })),
    ...['▁', ...words, 'true', 'false', ...characters].map((text, index) => ({
      ...{ text, type: tokenTypes.normal, score: -1 - index },
    })),
  ];
}

export function tinyModel(): Buffer {
  const tokens = vocabulary();
  const u32 = (value: number): MetadataValue => ({ type: 'u32', value });
  return ggufOf(
    {
      'general.architecture': { type: 'string', value: 'llama' },
      'general.name': { type: 'string', value: 'tiny' },
      'llama.context_length': u32(contextLength),
      'llama.embedding_length': u32(width),
      'llama.block_count': u32(layers),
      'llama.feed_forward_length': u32(hidden),
      'llama.attention.head_count': u32(heads),
      'llama.attention.layer_norm_rms_epsilon': { type: 'f32', value: 1e-5 },
      'llama.rope.dimension_count': u32(width / heads),
      'llama.vocab_size': u32(tokens.length),
      'tokenizer.ggml.model': { type: 'string', value: 'llama' },
      'tokenizer.ggml.tokens': { type: 'strings', value: tokens.map(({ text }) => text) },
      'tokenizer.ggml.scores': { type: 'f32s', value: tokens.map(({ score }) => score) },
      'tokenizer.ggml.token_type': { type: 'i32s', value: tokens.map(({ type }) => type) },
      'tokenizer.ggml.bos_token_id': u32(1),
      'tokenizer.ggml.eos_token_id': u32(2),
      'tokenizer.ggml.unknown_token_id': u32(0),
      'tokenizer.ggml.add_bos_token': { type: 'bool', value: true },
    },
    tensorsOf(tokens.length),
  );
}

function tensorsOf(words: number): Tensor[] {
  const { next } = seededRandom(1);
  const weights = (name: string, dimensions: readonly [number, number]): Tensor => ({
    name: `${name}.weight`,
    dimensions,
    numbers: Float32Array.from({ length: dimensions[0] * dimensions[1] }, () => (next() - 0.5) * 0.6),
  });
  const norm = (name: string): Tensor => ({
    name: `${name}.weight`,
    dimensions: [width],
    numbers: new Float32Array(width).fill(1),
  });
  return [
    weights('token_embd', [width, words]),
    ...Array.from({ length: layers }, (_, layer) => `blk.${layer}`).flatMap((block) => [
      norm(`${block}.attn_norm`),
      ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) =>
        weights(`${block}.${name}`, [width, width]),
      ),
      norm(`${block}.ffn_norm`),
      weights(`${block}.ffn_gate`, [width, hidden]),
      weights(`${block}.ffn_down`, [hidden, width]),
      weights(`${block}.ffn_up`, [width, hidden]),
    ]),
    norm('output_norm'),
    weights('output', [width, words]),
  ];
}
