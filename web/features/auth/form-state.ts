import { type RefObject, useRef, useState } from 'react';
import type { z } from 'zod';

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** The first thing that is wrong with each field, by its name. */
export function fieldErrors<Field extends string>(
  schema: z.ZodType,
  fields: Readonly<Record<Field, string>>,
): FieldErrors<Field> {
  const parsed = schema.safeParse(fields);
  const errors: FieldErrors<Field> = {};
  if (parsed.success) return errors;
  const known = Object.keys(fields);
  for (const issue of parsed.error.issues) {
    const field = known.find((name): name is Field => name === issue.path[0]);
    if (field !== undefined) errors[field] ??= issue.message;
  }
  return errors;
}

export interface FormState<Field extends string> {
  readonly fields: Readonly<Record<Field, string>>;
  readonly errors: FieldErrors<Field>;
  readonly pending: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly change: (field: Field) => (text: string) => void;
  readonly submit: () => void;
}

export interface FormOptions<Field extends string, Parsed> {
  readonly schema: z.ZodType<Parsed>;
  readonly empty: Readonly<Record<Field, string>>;
  readonly onSubmit: (parsed: Parsed) => Promise<void>;
}

/**
 * Checks fields when the form is first sent, and from then on as they are typed: nobody is corrected in
 * the middle of a word. The first wrong field gets the focus.
 */
export function useFormState<Field extends string, Parsed>(
  options: FormOptions<Field, Parsed>,
): FormState<Field> {
  const { schema, empty, onSubmit } = options;
  const [fields, setFields] = useState(empty);
  const [judged, setJudged] = useState(false);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function send(parsed: Parsed): Promise<void> {
    setPending(true);
    try {
      await onSubmit(parsed);
    } finally {
      setPending(false);
    }
  }

  return {
    fields,
    errors: judged ? fieldErrors(schema, fields) : {},
    pending,
    form,
    change: (field) => (text) => setFields((before) => ({ ...before, [field]: text })),
    submit() {
      if (pending) return;
      setJudged(true);
      const parsed = schema.safeParse(fields);
      if (parsed.success) {
        void send(parsed.data);
        return;
      }
      const control = form.current?.elements.namedItem(firstWrong(fields, fieldErrors(schema, fields)) ?? '');
      if (control instanceof HTMLElement) control.focus();
    },
  };
}

/** In the order of the form, not in that of the schema's complaints. */
function firstWrong(
  fields: Readonly<Record<string, string>>,
  errors: FieldErrors<string>,
): string | undefined {
  return Object.keys(fields).find((field) => errors[field] !== undefined);
}
