/** Forms as recorded from the plugin: the responses to a sent form, their rules, and new quiz questions. */
import { expect, test } from 'vitest'
import { makeForm, send } from '../../../test/support/contact-form.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { fillReferenceShop } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from '../../../test/wire/replay.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { defaultProperties, type FormProperties } from './contact-form.ts'
import { parseTemplate } from './form-tag.ts'
import { findErrors, type Rule } from './rules.ts'
import { rulesOf } from './schema.ts'

/** The second form of the recordings, according to its description in them. */
const wholesale = [
  '[text* your-name minlength:2 maxlength:40][email* your-email][tel your-tel][number* your-qty min:1 max:100]',
  '[url your-site][date your-date min:2026-01-01][select* your-tea "Black" "Green" "Oolong"]',
  '[checkbox* your-topics "Price" "Samples" "Delivery"][radio your-size "50 g" "100 g"]',
  '[textarea* your-message maxlength:500][file your-file limit:10kb filetypes:txt|pdf][quiz your-quiz]',
  '[acceptance accept-terms]I accept the terms.[/acceptance][submit "Send"]',
].join('\n')

async function fillWithForms(database: TestDatabase): Promise<void> {
  await fillReferenceShop(database)
  const formWith = (id: number, properties: Partial<FormProperties>) => ({
    id,
    kind: 'form' as const,
    slug: `form-${id}`,
    title: `Form ${id}`,
    fields: { ...defaultProperties, locale: 'en_US', ...properties },
  })
  await database.db.insert(entries).values([formWith(10, {}), formWith(1131, { form: wholesale })])
}

const { app, db } = await openShop({
  template: { name: 'reference_forms', prepare: fillWithForms },
  settings: recordedSettings,
})

/** Hashes differ between shops. */
const withoutHashes = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null).replaceAll(/"[0-9a-f]{32}"/g, '"a hash"'))
const replay = new Replay(app, withoutHashes)

const deviations: readonly Deviation[] = [
  { where: /^header (cache-control|expires)$/, reason: 'form-answers-not-cached' },
  { where: /^header vary$/, reason: 'form-answers-for-everyone' },
]
const ofErrors: readonly Deviation[] = [...deviations, { where: /^header allow$/, reason: 'errors-name-no-methods' }]
const ofUnknownRoutes: readonly Deviation[] = [{ where: /^header /, reason: 'unknown-route-is-brief' }]
const deviationsOf = ({ response }: Exchange) =>
  JSON.stringify(response.body).includes('rest_no_route')
    ? ofUnknownRoutes
    : response.status >= 400
      ? ofErrors
      : deviations

const refill = await app.request('/wp-json/contact-form-7/v1/contact-forms/1131/refill')
const { quiz } = (await refill.json()) as { quiz: Record<string, [question: string, hash: string]> }
const fields = { '_wpcf7_quiz_answer_your-quiz': quiz['your-quiz']?.[1] ?? '' }

test.each(recordedExchanges('cf7-refill-schema'))('[FORM-02 refill] [FORM-02 schema] $name', async (exchange) => {
  await replay.step({ exchange, deviations: deviationsOf(exchange) })
})

test.each(recordedExchanges('cf7-feedback'))(
  '[FORM-01 status and message] [FORM-01 invalid_fields] [FORM-01 posted_data_hash] [FORM-01 quiz] $name',
  async (exchange) => {
    await replay.step({ exchange, deviations: deviationsOf(exchange), fields })
  },
)

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())

test('an error names the id of its field, not of a tag before it that refers to the field', async () => {
  const form = await makeForm(db, {
    form: '[count your-message id:left][textarea* your-message id:words][captchac code id:picture][captchar code id:letters]',
  })
  const { json } = await send(app, form, { 'your-message': '', code: 'AAAA' })
  expect(json.invalid_fields).toMatchObject([
    { field: 'your-message', idref: 'words' },
    { field: 'code', idref: 'letters' },
  ])
})

test('[FORM-08] a browser finds by the schema what the server answers to a form with every rule broken', async () => {
  const broken = recordedExchanges('cf7-feedback').find(({ name }) => name === 'every rule broken')
  if (!broken) throw new Error('It was not recorded.')
  const schema = await app.request('/wp-json/contact-form-7/v1/contact-forms/1131/feedback/schema')
  const { rules } = (await schema.json()) as { rules: Rule[] }
  const { multipart_fields: sent } = broken.request.body as { multipart_fields: [name: string, value: string][] }
  const errors = findErrors(rules, {
    texts: (field) => sent.flatMap(([name, value]) => (name.replace('[]', '') === field ? [value] : [])),
    files: () => [],
  })
  const answered = broken.response.body as { invalid_fields: { field: string; message: string }[] }
  expect(errors).toEqual(answered.invalid_fields.slice(0, -1).map(({ field, message }) => ({ field, error: message })))
})

test('[FORM-08 enum] choices of one field that stand apart are taken together', () => {
  const { tags } = parseTemplate('Hot: [checkbox tea "Black" "Green"] Cold: [checkbox tea "Iced"][select size "S"]')
  const rules = rulesOf(tags, defaultProperties, new Date()).filter(({ rule }) => rule === 'enum')
  expect(rules).toMatchObject([
    { field: 'tea', accept: ['Black', 'Green', 'Iced'] },
    { field: 'size', accept: ['S'] },
  ])
})

test('[FORM-08 enum] a field with a free text in one of its groups takes any text', () => {
  const { tags } = parseTemplate('[checkbox teas "Green"] or [checkbox teas free_text "Other"][radio size "S"]')
  const rules = rulesOf(tags, defaultProperties, new Date()).filter(({ rule }) => rule === 'enum')
  expect(rules).toMatchObject([{ field: 'size', accept: ['S'] }])
})

test('[FORM-08 enum] the title of a list, which stands first, is no choice', () => {
  const { tags } = parseTemplate('[select* tea first_as_label "Which tea?" "Black" "Green"][select size "S"]')
  const rules = rulesOf(tags, defaultProperties, new Date()).filter(({ rule }) => rule === 'enum')
  expect(rules).toMatchObject([
    { field: 'tea', accept: ['Black', 'Green'] },
    { field: 'size', accept: ['S'] },
  ])
})
