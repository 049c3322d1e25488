import type { Context } from 'hono'

/** Most bytes a form may have. Uploads have doors of their own. */
export const MAX_FORM_BYTES = 512 * 1024
const MAX_FIELDS = 500
/** Nobody types it, and PostgreSQL cannot keep it. */
const NULL = '\0'

/**
 * The text fields of a posted form, last one of a name winning. Files, texts with a null character and anything after
 * 500 fields are passed over; a body that is no form has no fields.
 */
export async function formFields(context: Context): Promise<Record<string, string>> {
  const type = context.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type)) return fieldsOf(new URLSearchParams(await context.req.text()))
  if (!/^multipart\/form-data/i.test(type)) return {}
  return fieldsOf((await context.req.formData().catch(() => null)) ?? [])
}

/** The fields of a form that stands inside another one's field, as the checkout's `post_data`. */
export const nestedFields = (text: string): Record<string, string> => fieldsOf(new URLSearchParams(text))

function fieldsOf(pairs: Iterable<readonly [string, unknown]>): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    if (count > MAX_FIELDS) break
    if (typeof value === 'string' && !`${name}${value}`.includes(NULL)) fields[name] = value
  }
  return fields
}
