import { isMultipart, parseMultipart } from '../../platform/web/http/multipart.ts'
import { stripTags } from '../../platform/web/plain-text.ts'
import { choicesOf, type FormTag, hasOption, isFieldTag, mailedChoices, namePattern, tagsOfField } from './form-tag.ts'
import type { SubmittedField } from './forms.table.ts'
import { freeTextName } from './kinds/choice-kinds.tsx'
import { fileLimitOf } from './kinds/other-kinds.tsx'
import type { FormValues } from './rules.ts'

/** A submitted form: texts in order, and non-empty files, by field name. */
export type PostedForm = {
  readonly texts: ReadonlyMap<string, readonly string[]>
  readonly files: ReadonlyMap<string, readonly PostedFile[]>
}
export type PostedFile = { readonly name: string; readonly size: number; readonly bytes: Buffer }

/** Hidden from people, but filled in by bots. The underscore excludes it from scripts and emails. */
export const FORM_HONEYPOT = '_wpcf7_ak_hp_textarea'

/** Maximum number of fields of a form without files. */
const MAX_PAIRS = 1000
/** Maximum number of stored fields without a tag. */
const MAX_ADDED = 50
export const MAX_TEXT_BYTES = 512 * 1024
const MAX_FILE_BYTES = 25 * 1024 * 1024

/** Maximum body size in bytes of a form with these tags, if the request does not declare its size. */
export const bodyLimitOf = (tags: readonly FormTag[]): number => {
  const files = tags.filter(({ basetype }) => basetype === 'file').reduce((sum, tag) => sum + fileLimitOf(tag), 0)
  // A file above its own limit is still read, so that its field can show the error.
  return MAX_TEXT_BYTES + (files === 0 ? 0 : Math.min(Math.max(files * 2, 1024 * 1024), MAX_FILE_BYTES))
}
/** Larger than its limits, so that the sender gets the reason. */
export const MAX_FORM_REQUEST_BYTES = MAX_TEXT_BYTES + MAX_FILE_BYTES
/** Percent-encoding makes a text up to three times longer. */
export const MAX_ENCODED_BYTES = 4 * MAX_TEXT_BYTES

/** Null if it is not a form, or has too many fields. */
export async function parsePostedForm(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<PostedForm | null> {
  const entries = isMultipart(contentType) ? await parseMultipart(bytes, contentType) : pairsOf(bytes.toString())
  if (entries === null) return null
  const texts = new Map<string, string[]>()
  const files = new Map<string, PostedFile[]>()
  for (const [posted, value] of entries) {
    // As in PHP, `teas[]`, `teas[1]` and `teas[other]` are values of `teas`.
    const name = posted.replace(/(?<=.)\[[^[]*\]$/s, '').replaceAll('.', '_')
    if (typeof value === 'string') texts.set(name, [...(texts.get(name) ?? []), withoutNull(value)])
    else if (value.size > 0 || value.name !== '') {
      const file = { name: fileNameOf(value.name), size: value.size, bytes: Buffer.from(await value.arrayBuffer()) }
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  return { texts, files }
}

/** Counted before parsing, because parsing many tiny fields would take seconds. */
const pairsOf = (text: string): Iterable<[string, string]> | null =>
  text.split('&', MAX_PAIRS + 1).length > MAX_PAIRS ? null : new URLSearchParams(text)

/** PostgreSQL cannot store NUL. */
const withoutNull = (text: string): string => text.replaceAll('\0', '').replaceAll('\r\n', '\n')

/** The last part of the path, without characters that are unsafe in file names or headers. */
const fileNameOf = (sent: string): string =>
  (sent.split(/[/\\]/).at(-1) ?? '')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(-120)
    // The cut may leave half a letter, which PostgreSQL refuses in JSON.
    .replace(/^\p{Cs}/u, '') || 'file'

export const textBytesOf = ({ texts }: PostedForm): number =>
  [...texts.values()].flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** The files of all file fields. */
export const sentFiles = (tags: readonly FormTag[], { files }: PostedForm) =>
  tags
    .filter(({ basetype }) => basetype === 'file')
    .flatMap(({ name: field }) => (files.get(field) ?? []).map((file) => ({ ...file, field })))

/** Fields whose files would not be stored: of a page that was open when the form was changed. */
export const unexpectedFiles = (tags: readonly FormTag[], { files }: PostedForm): readonly string[] =>
  [...files.keys()].filter(
    (field) => namePattern.test(field) && !tags.some(({ basetype, name }) => basetype === 'file' && name === field),
  )

export const textOf = ({ texts }: PostedForm, name: string): string => texts.get(name)?.[0] ?? ''

/** Values for the rules. A free text is appended to the choice that it belongs to. */
export const valuesOf = (tags: readonly FormTag[], posted: PostedForm): FormValues => ({
  texts: (field) => fieldTexts(tagsOfField(tags, field), field, posted),
  files: (field) => posted.files.get(field) ?? [],
})

function fieldTexts(ofField: readonly FormTag[], name: string, { texts }: PostedForm): readonly string[] {
  const chosen = texts.get(name) ?? []
  const typed = texts.get(freeTextName({ name })) ?? []
  const lastChoices = ofField.filter((tag) => hasOption(tag, 'free_text')).map((tag) => choicesOf(tag).at(-1))
  const chosenLast = chosen.filter((text) => lastChoices.includes(text))
  // The script disables the free texts of what is not chosen. Without script, every group sends its own.
  const owners = typed.length === chosenLast.length ? chosenLast : lastChoices
  const words = typed.map((text, index) => ({ of: owners[index], text: text.trim() })).filter(({ text }) => text !== '')
  return chosen.map((choice) => {
    const index = words.findIndex((one) => one.of === choice)
    return index < 0 ? choice : `${choice} ${words.splice(index, 1)[0]?.text}`
  })
}

/** Fields without a tag: added by a script, or from a page that was open when the form was changed. */
const addedFields = (tags: readonly FormTag[], { texts }: PostedForm): SubmittedField[] =>
  [...texts]
    .map(([name, values]) => ({ name, type: '', texts: values.filter((text) => text.trim() !== '') }))
    .filter(({ name, texts: values }) => values.length > 0 && namePattern.test(name) && !hasField(tags, name))
    .slice(0, MAX_ADDED)

const hasField = (tags: readonly FormTag[], field: string): boolean =>
  tags.some((tag) => tag.name === field && (isFieldTag(tag) || tag.basetype === 'captchar'))

/** Stored and mailed values of each field, in form order; then fields without a tag. */
export function submittedFields(tags: readonly FormTag[], posted: PostedForm): SubmittedField[] {
  // Without tags that only refer to a field, which may come before it.
  const fieldTags = tags.filter(isFieldTag)
  const data = fieldTags.filter(
    ({ name, basetype }, index) => basetype !== 'file' && fieldTags.findIndex((one) => one.name === name) === index,
  )
  const submitted = data.map((tag) => {
    const { name, basetype: type } = tag
    const ofField = tagsOfField(tags, name)
    const texts = fieldTexts(ofField, name, posted)
      .map((text) => text.trim())
      .filter((text) => text !== '')
    if (type === 'acceptance') return { name, type, texts: [consentText(tag, texts.length > 0)] }
    const mailed = mailedChoices(ofField, texts)
    const isSame = mailed.every((text, index) => text === texts[index])
    return { name, type, texts: mailed, ...(isSame ? {} : { posted: texts }) }
  })
  return [...submitted, ...addedFields(tags, posted)]
}

/** 'Consented: I agree to the terms.' */
const consentText = (tag: FormTag, isTicked: boolean): string => {
  const words = stripTags(tag.content.trim() || (tag.rawValues[0] ?? '')).replaceAll(/\s+/g, ' ')
  return `${isTicked === hasOption(tag, 'invert') ? 'Not consented' : 'Consented'}: ${words}`
}
