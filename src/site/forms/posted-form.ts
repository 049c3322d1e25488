import { choicesOf, type FormTag, hasOption, isFieldTag, mailedChoice } from './form-tag.ts'
import type { SubmittedField } from './forms.table.ts'
import { freeTextName } from './kinds/choice-kinds.tsx'
import { fileLimitOf } from './kinds/other-kinds.tsx'
import type { FormValues } from './rules.ts'

/** The body of a sent form, by name: texts in order, and files that are not empty. */
export type PostedForm = {
  readonly texts: ReadonlyMap<string, readonly string[]>
  readonly files: ReadonlyMap<string, readonly PostedFile[]>
}
export type PostedFile = { readonly name: string; readonly size: number; readonly bytes: Buffer }

/** Programs fill in what people do not see. The underscore keeps it out of what scripts and emails get. */
export const FORM_HONEYPOT = '_wpcf7_ak_hp_textarea'

/** Fields and files of one request together. */
const MAX_ENTRIES = 1000
const MAX_FIELD_BYTES = 512 * 1024
const MAX_FILE_BYTES = 25 * 1024 * 1024

/** Bytes of a request that a form with these tags may have. */
export const bodyLimitOf = (tags: readonly FormTag[]): number => {
  const files = tags.filter(({ basetype }) => basetype === 'file').reduce((sum, tag) => sum + fileLimitOf(tag), 0)
  // A file above its limit is read as long as it can be, so that its field can say so.
  return MAX_FIELD_BYTES + (files === 0 ? 0 : Math.min(Math.max(files * 2, 1024 * 1024), MAX_FILE_BYTES))
}
export const MAX_FORM_REQUEST_BYTES = MAX_FIELD_BYTES + MAX_FILE_BYTES

/** Null: this is no form, or one with more fields than any form has. */
export async function parsePostedForm(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<PostedForm | null> {
  if (hasTooMany(bytes, contentType)) return null
  const entries = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .then((data) => [...data])
    .catch(() => null)
  if (entries === null || entries.length > MAX_ENTRIES) return null
  const texts = new Map<string, string[]>()
  const files = new Map<string, PostedFile[]>()
  for (const [posted, value] of entries) {
    const name = posted.replace(/\[\]$/, '').replaceAll('.', '_')
    if (typeof value === 'string') texts.set(name, [...(texts.get(name) ?? []), withoutNull(value)])
    else if (value.size > 0 || value.name !== '') {
      const file = { name: fileNameOf(value.name), size: value.size, bytes: Buffer.from(await value.arrayBuffer()) }
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  return { texts, files }
}

/** Counted before anything is read of them: of the largest body, tiny fields would take seconds. */
function hasTooMany(bytes: Buffer, contentType: string): boolean {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  const separator = boundary === undefined ? '&' : `--${boundary}`
  let at = -1
  for (let count = 0; count <= MAX_ENTRIES + 1; count += 1) {
    at = bytes.indexOf(separator, at + 1)
    if (at < 0) return false
  }
  return true
}

/** PostgreSQL stores no null character. */
const withoutNull = (text: string): string => text.replaceAll('\0', '').replaceAll('\r\n', '\n')

/** The last part of a path, without what a file system or a header would misread. */
const fileNameOf = (sent: string): string =>
  (sent.split(/[/\\]/).at(-1) ?? '')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(-120) || 'file'

export const textOf = ({ texts }: PostedForm, name: string): string => texts.get(name)?.[0] ?? ''

/** The values that rules check. An own text takes the place of the choice that has it. */
export const valuesOf = (tags: readonly FormTag[], posted: PostedForm): FormValues => ({
  texts: (field) => {
    const tag = tags.find(({ name }) => name === field)
    return tag ? fieldTexts(tag, posted) : (posted.texts.get(field) ?? [])
  },
  files: (field) => posted.files.get(field) ?? [],
})

function fieldTexts(tag: FormTag, posted: PostedForm): readonly string[] {
  const texts = posted.texts.get(tag.name) ?? []
  if (!hasOption(tag, 'free_text')) return texts
  const own = textOf(posted, freeTextName(tag)).trim()
  const last = choicesOf(tag).at(-1)
  return texts.map((text) => (text === last && own !== '' ? `${text} ${own}` : text))
}

/** What is stored and mailed of each field, in the order of the form. */
export function submittedFields(tags: readonly FormTag[], posted: PostedForm): SubmittedField[] {
  const data = tags.filter(
    (tag, index) =>
      tag.basetype !== 'file' && isFieldTag(tag) && tags.findIndex(({ name }) => name === tag.name) === index,
  )
  return data.map((tag) => {
    const { name, basetype: type } = tag
    const texts = fieldTexts(tag, posted)
      .map((text) => text.trim())
      .filter((text) => text !== '')
    if (type === 'acceptance') return { name, type, texts: [consentText(tag, texts.length > 0)] }
    const mailed = texts.map((text) => mailedChoice(tag, text))
    const isSame = mailed.every((text, index) => text === texts[index])
    return { name, type, texts: mailed, ...(isSame ? {} : { posted: texts }) }
  })
}

/** 'Consented: I agree to the terms.' */
const consentText = (tag: FormTag, isTicked: boolean): string => {
  const words = (tag.content.trim() || (tag.rawValues[0] ?? '')).replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  return `${isTicked === hasOption(tag, 'invert') ? 'Not consented' : 'Consented'}: ${words}`
}
