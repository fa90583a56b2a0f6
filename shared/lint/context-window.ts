/** Returns how many tokens a model takes with those of its answer, by the catalogue that came with it; null if unknown. */
export async function contextWindowOf(model: string | undefined): Promise<number | null> {
  if (model === undefined) return null;
  // Loaded then: it is large, and most prompts name no model.
  const { calcPrice } = await import('@pydantic/genai-prices');
  try {
    return calcPrice({ input_tokens: 1, output_tokens: 1 }, model)?.model.context_window ?? null;
  } catch {
    // No provider of the catalogue has it.
    return null;
  }
}
