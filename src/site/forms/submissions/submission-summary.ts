import type { Submission, SubmittedField } from '../forms.table.ts'

type Sent = Pick<Submission, 'fields'>

const textsOf = ({ fields }: Sent, isWanted: (field: SubmittedField) => boolean): string[] =>
  fields.filter(isWanted).flatMap(({ texts }) => texts.map((text) => text.trim()).filter((text) => text !== ''))

/** The text areas of a submission. */
export const messageOf = (sent: Sent): string => textsOf(sent, ({ type }) => type === 'textarea').join('\n\n')

/** The sender's name, from a field such as `your-name` or `first-name`. */
export const senderOf = (sent: Sent & Pick<Submission, 'email'>): string =>
  textsOf(sent, ({ name, type }) => type === 'text' && /(^|[-_])name$/i.test(name)).join(' ') ||
  (sent.email ?? 'No name')

/** The subject field, else the title of the form. */
export const subjectOf = (sent: Sent & Pick<Submission, 'formTitle'>): string =>
  textsOf(sent, ({ name }) => /subject$/i.test(name)).join(', ') || sent.formTitle

/** Texts by field. Fields without a tag share an entry: visitors name them, and each name would be a column of a CSV. */
export function textsByField({ fields }: Sent): Record<string, string> {
  const added = fields.filter(({ type }) => type === '').map(({ name, texts }) => `${name}: ${texts.join(', ')}`)
  const tagged = Object.fromEntries(
    fields.filter(({ type }) => type !== '').map(({ name, texts }) => [name, texts.join(', ')]),
  )
  return { ...tagged, ...(added.length > 0 ? { 'Other fields': added.join('\n') } : {}) }
}
