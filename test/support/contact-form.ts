/** A contact form in a shop for tests, and the requests that browsers and scripts send to it. */
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Db } from '../../src/platform/database/connect.ts'
import { defaultProperties, type FormProperties, formHash } from '../../src/site/forms/contact-form.ts'
import { formSubmissions } from '../../src/site/forms/forms.table.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { solve } from './proofs.ts'

export type TestForm = {
  readonly id: number
  readonly unitTag: string
  readonly path: string
  readonly hidden: Readonly<Record<string, string>>
}

let made = 0
/** A form on a new page that contains nothing else. */
export async function makeForm(db: Db, properties: Partial<FormProperties> = {}): Promise<TestForm> {
  made += 1
  const row = { slug: `contact-${made}`, title: `Contact ${made}`, commentsOpen: false }
  const fields = { ...defaultProperties, ...properties }
  const [form] = await db
    .insert(entries)
    .values({ ...row, kind: 'form', fields })
    .returning()
  const id = form?.id ?? 0
  const content = `<p>Write to us.</p>\n[contact-form-7 id="${formHash(id)}" title="Contact"]`
  const [page] = await db
    .insert(entries)
    .values({ ...row, kind: 'page', content })
    .returning()
  const unitTag = `wpcf7-f${id}-p${page?.id}-o1`
  const hidden = { _wpcf7: `${id}`, _wpcf7_unit_tag: unitTag, _wpcf7_container_post: `${page?.id}` }
  return { id, unitTag, path: `/${row.slug}/`, hidden }
}

export const feedbackPath = ({ id }: TestForm): string => `/wp-json/contact-form-7/v1/contact-forms/${id}/feedback`

/** Values of the four fields of a new form. */
export const letter = (name: string, email: string, subject: string, message: string) => ({
  'your-name': name,
  'your-email': email,
  'your-subject': subject,
  'your-message': message,
})

export type Sent = Readonly<Record<string, string | File>>
export type Answer = { readonly code: number; readonly json: Readonly<Record<string, unknown>> }

export const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

/** Sends a form as the shop's own script and other scripts do. */
export async function send(
  app: Pick<Hono, 'request'>,
  form: TestForm,
  fields: Sent,
  { address = '203.0.113.7', agent = browser, headers = {} as Record<string, string> } = {},
): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...form.hidden, ...fields })) body.append(name, value)
  const response = await app.request(feedbackPath(form), {
    method: 'POST',
    headers: { 'user-agent': agent, 'x-forwarded-for': address, ...headers },
    body,
  })
  return { code: response.status, json: (await response.json()) as Answer['json'] }
}

/** Requests and solves the challenge, as the shop's script does when a field first gets the focus. */
export async function solveTask(app: Pick<Hono, 'request'>, { id }: TestForm, address: string): Promise<string> {
  const headers = { 'x-forwarded-for': address }
  const response = await app.request(`/wp-json/samovar/v1/forms/${id}/visitor`, { headers })
  const { challenge } = (await response.json()) as { challenge: Parameters<typeof solve>[0] }
  return solve(challenge)
}

export const storedOf = (db: Db, { id }: TestForm) =>
  db.select().from(formSubmissions).where(eq(formSubmissions.formId, id))
