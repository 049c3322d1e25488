import { acceptanceKind, captchaKind, quizKind } from './check-kinds.tsx'
import { choiceKind, selectKind } from './choice-kinds.tsx'
import type { FieldKind } from './field-kind.tsx'
import { dateKind, numberKind, timeKind } from './number-kinds.tsx'
import { countKind, fileKind, hiddenKind, reflectionKind, submitKind } from './other-kinds.tsx'
import { textareaKind, textKind } from './text-kinds.tsx'

/** Kinds by the basetype of their tags, in the order of their rules in a schema (recorded). */
const kinds: Readonly<Record<string, FieldKind>> = {
  acceptance: acceptanceKind,
  checkbox: choiceKind,
  radio: choiceKind,
  count: countKind,
  date: dateKind,
  time: timeKind,
  file: fileKind,
  hidden: hiddenKind,
  number: numberKind,
  range: numberKind,
  quiz: quizKind,
  captchar: captchaKind,
  reflection: reflectionKind,
  output: reflectionKind,
  select: selectKind,
  submit: submitKind,
  text: textKind,
  email: textKind,
  url: textKind,
  tel: textKind,
  textarea: textareaKind,
}

/** Undefined for the two that the form itself draws: `response` and `captchac`. */
export const kindOf = (basetype: string): FieldKind | undefined =>
  Object.hasOwn(kinds, basetype) ? kinds[basetype] : undefined

export const allKinds: readonly FieldKind[] = [...new Set(Object.values(kinds))]
