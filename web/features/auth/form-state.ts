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
  readonly errors: FieldErrors<Field>;
  readonly pending: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly change: () => void;
  readonly submit: () => void;
}

export interface FormOptions<Field extends string, Parsed> {
  readonly schema: z.ZodType<Parsed>;
  /** The names of the form's fields, in its order. */
  readonly empty: Readonly<Record<Field, string>>;
  readonly onSubmit: (parsed: Parsed) => Promise<void>;
}

/**
 * Checks fields when the form is first sent, and from then on as they are typed: nobody is corrected in
 * the middle of a word. The first wrong field gets the focus. The fields hold their texts themselves: what a browser or
 * a password manager fills in without an event counts as well.
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
    errors: judged ? fieldErrors(schema, fields) : {},
    pending,
    form,
    change: () => setFields(readFields(form.current, empty)),
    submit() {
      if (pending) return;
      const entered = readFields(form.current, empty);
      setFields(entered);
      setJudged(true);
      const parsed = schema.safeParse(entered);
      if (parsed.success) {
        void send(parsed.data);
        return;
      }
      const control = form.current?.elements.namedItem(
        firstWrong(entered, fieldErrors(schema, entered)) ?? '',
      );
      if (control instanceof HTMLElement) control.focus();
    },
  };
}

function readFields<Field extends string>(
  form: HTMLFormElement | null,
  empty: Readonly<Record<Field, string>>,
): Readonly<Record<Field, string>> {
  const fields: Record<Field, string> = { ...empty };
  const entered = new FormData(form ?? undefined);
  for (const name in empty) {
    const text = entered.get(name);
    if (typeof text === 'string') fields[name] = text;
  }
  return fields;
}

/** In the order of the form, not in that of the schema's complaints. */
function firstWrong(
  fields: Readonly<Record<string, string>>,
  errors: FieldErrors<string>,
): string | undefined {
  return Object.keys(fields).find((field) => errors[field] !== undefined);
}
