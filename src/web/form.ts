import type { Context } from 'hono'

/** Most bytes a form may have. Uploads have doors of their own. */
export const MOST_FORM_BYTES = 512 * 1024
const MOST_FIELDS = 500

/**
 * The text fields of a posted form, last one of a name winning. Files and anything after 500 fields are passed over;
 * a body that is no form has no fields.
 */
export async function formFields(context: Context): Promise<Record<string, string>> {
  const type = context.req.header('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)) return {}
  const fields: Record<string, string> = Object.create(null)
  let count = 0
  const take = (name: string, value: unknown) => {
    count += 1
    if (count <= MOST_FIELDS && typeof value === 'string') fields[name] = value
  }
  if (/^multipart/i.test(type)) {
    const form = await context.req.formData().catch(() => null)
    form?.forEach((value, name) => {
      take(name, value)
    })
  } else {
    for (const [name, value] of new URLSearchParams(await context.req.text())) take(name, value)
  }
  return fields
}
