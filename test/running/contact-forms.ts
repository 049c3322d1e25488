import type { Page } from '@playwright/test'
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { defaultProperties, formHash } from '../../src/site/forms/contact-form.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import type { ShopProcess } from './shop-process.ts'

/** Adds a public page with a form for each of these templates. */
export async function addFormPage({ dataDir }: ShopProcess, slug: string, templates: readonly string[]): Promise<void> {
  const database = await openEmbedded(dataDir)
  const { db, close } = connect(database.url)
  const forms = await db
    .insert(entries)
    .values(
      templates.map((form, index) => ({
        kind: 'form' as const,
        slug: `${slug}-${index + 1}`,
        title: `Form ${index + 1}`,
        fields: { ...defaultProperties, form },
      })),
    )
    .returning({ id: entries.id })
  const content = forms
    .map(({ id }, index) => `[contact-form-7 id="${formHash(id)}" html_title="Form ${index + 1}"]`)
    .join('\n')
  await db.insert(entries).values({ kind: 'page', slug, title: 'Forms', content, commentsOpen: false })
  await close()
  await database.stop()
}

/** Opens a page with forms and waits until their validation rules are loaded. */
export async function openForms(page: Page, path: string): Promise<void> {
  const schema = page.waitForResponse(/\/feedback\/schema$/)
  await page.goto(path)
  await (await schema).finished()
  await page.waitForFunction(() => [...window.wpcf7.schemas.values()].every((one) => one !== undefined))
}

/** Fills every required field of the contact page's form. */
export async function fillContactForm(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Leaf')
  await page.getByLabel('Your email').fill(`ada${Date.now()}@shop.test`)
  await page.getByLabel('Subject', { exact: true }).fill('Water')
  await page.getByLabel('Your message').fill('How hard may it be?')
  await page.getByLabel('Your message').press('Tab')
}

type FormEvent = { readonly name: string; readonly status: string; readonly shown: string; readonly detail: string }

/** Records the events that the forms of the next page send to scripts. */
export async function recordEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const formEvents: FormEvent[] = []
    Object.assign(window, { formEvents })
    const names = ['beforesubmit', 'invalid', 'unaccepted', 'spam', 'aborted', 'mailsent', 'mailfailed', 'submit']
    for (const name of ['statuschanged', ...names, 'reset'])
      document.addEventListener(`wpcf7${name}`, (event) => {
        const { detail, target } = event as CustomEvent<{ status: string; formData?: FormData }>
        const form = target as HTMLFormElement
        const { formData, ...others } = detail
        const shown = form.dataset.status ?? ''
        formEvents.push({
          name,
          status: detail.status,
          shown: form.classList.contains(shown) ? shown : 'not in its classes',
          detail: JSON.stringify({ ...others, sends: formData && [...formData.keys()] }),
        })
      })
  })
}

/** Returns the events so far, oldest first, and clears them. */
export const takeEvents = (page: Page): Promise<readonly FormEvent[]> =>
  page.evaluate(() => (window as unknown as { formEvents: FormEvent[] }).formEvents.splice(0))

/** Statuses and named events in the order in which they happened: `submitting`, `wpcf7mailsent`. */
export const storyOf = (events: readonly FormEvent[]): string[] =>
  events.map(({ name, status }) => (name === 'statuschanged' ? status : `wpcf7${name}`))

/** Intercepts every form that is sent from now on and responds with `answer`; the server receives nothing. */
export async function answerForms(page: Page, answer: object): Promise<void> {
  await page.route(/\/feedback$/, (route) => route.fulfill({ json: { into: '', invalid_fields: [], ...answer } }))
}
