import { z } from 'zod'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { search } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { paths } from '../../../platform/web/routes.ts'
import { deleteEntry } from '../../../things/entries/entry-status.ts'
import { formsWrite } from '../capabilities.ts'
import { additionalSettings, type ContactForm, type FormProperties, formHash } from '../contact-form.ts'
import type { FormContext } from '../context.ts'
import { formProblems } from '../editing/form-problems.ts'
import { changedForm, saveForm } from '../editing/save-form.ts'
import { choicesOf, type FormTag, pipesOf, templateOf } from '../form-tag.ts'
import { findForm, formOf, listEditorForms } from '../forms.store.ts'
import { formFields, notFound, problemError } from './form-fields.ts'

/* The editor's part of Contact Form 7's REST API (contact-form-7.md §1). */

type Shop = Pick<FormContext, 'db' | 'now' | 'settings'>

const fieldJson = (tag: FormTag) => ({
  type: tag.type,
  basetype: tag.basetype,
  name: tag.name,
  options: tag.options,
  raw_values: tag.rawValues,
  labels: choicesOf(tag),
  values: choicesOf(tag),
  pipes: pipesOf(tag).map(({ shown, mailed }) => [shown, mailed]),
  content: tag.content,
})

const words: Readonly<Record<string, boolean>> = { on: true, true: true, off: false, false: false }

const formJson = (form: ContactForm) => {
  const { id, slug, title, locale, mail, mail_2, messages } = form
  return {
    id,
    slug,
    title,
    locale,
    properties: {
      form: { content: form.form, fields: templateOf(form).tags.map(fieldJson) },
      mail,
      mail_2,
      messages,
      additional_settings: {
        content: form.additional_settings,
        settings: additionalSettings(form).pairs.map(({ name, value }) => [
          name,
          Object.hasOwn(words, value) ? words[value] : value,
        ]),
      },
    },
    config_errors: problemsBySection(form),
  }
}

/** An empty list if there are none, as in PHP's JSON. */
function problemsBySection(form: FormProperties): object {
  const sections = Map.groupBy(formProblems(form), ({ section }) => section)
  if (sections.size === 0) return []
  const shown = [...sections].map(([section, problems]) => [
    section,
    problems.map(({ message, line, column }) => ({
      message: line === undefined ? message : `Line ${line}, column ${column}: ${message}`,
      link: '',
    })),
  ])
  return Object.fromEntries(shown) as object
}

const denied = (message: string) => ({ denied: { code: 'wpcf7_forbidden', message, status: 403 } }) as const

/** `dry-run` checks a form without saving it. */
const context = z.enum(['save', 'dry-run']).default('save')
const body = z.object({ ...formFields, context, id: z.int().min(0).max(MAX_ID).optional() })

async function write(
  shop: Shop,
  { context: how, id: _, ...change }: z.output<typeof body>,
  author: number,
  id?: number,
): Promise<RestResult> {
  const before = id === undefined ? null : await findForm(shop.db, id)
  if (id !== undefined && !before) return notFound
  if (how === 'dry-run') return { json: formJson(changedForm(before, change)) }
  const saved = await saveForm(shop, { ...change, id }, author)
  return saved.ok ? { json: formJson(formOf(saved.entry)) } : problemError(saved.problem)
}

const inSmallLetters = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

const MAX_LISTED = 1_000
const listQuery = z.object({
  per_page: z.int().min(-1).max(MAX_LISTED).default(-1).describe('Maximum number of forms. -1 for all.'),
  offset: z.int().min(0).max(MAX_ID).default(0),
  order: z.preprocess(inSmallLetters, z.enum(['asc', 'desc']).default('asc')),
  orderby: z.preprocess(inSmallLetters, z.enum(['id', 'title', 'date', 'modified']).default('id')),
  search,
})

const ofList = { capability: formsWrite, path: paths.restContactForms }
const ofItem = {
  ...denied('You are not allowed to access the requested contact form.'),
  capability: formsWrite,
  path: `${paths.restContactForms}/:id{[0-9]+}`,
}

export const contactFormCalls = [
  defineCall({
    ...ofList,
    ...denied('You are not allowed to access contact forms.'),
    summary: 'Lists contact forms in the format of Contact Form 7',
    method: 'GET',
    action: 'list',
    query: listQuery,
    async handler({ db }: Shop, { query: { per_page: size, orderby, ...query } }) {
      const limit = size === -1 ? MAX_LISTED : size
      const order = orderby === 'date' ? 'id' : orderby
      const { items } = await listEditorForms(db, { ...query, orderby: order, status: 'publish', limit })
      const json = items
        .map(formOf)
        .map(({ id, slug, title, locale }) => ({ id, hash: formHash(id), slug, title, locale }))
      return { json }
    },
  }),
  defineCall({
    ...ofList,
    ...denied('You are not allowed to create a contact form.'),
    summary: 'Creates a contact form in the format of Contact Form 7',
    method: 'POST',
    // The plugin responds with 200.
    action: 'edit',
    body,
    async handler(shop: Shop, { body: fields, user }) {
      if (fields.id) return { status: 400, code: 'wpcf7_post_exists', message: 'Cannot create existing contact form.' }
      return write(shop, fields, user.id)
    },
  }),
  defineCall({
    ...ofItem,
    summary: 'Retrieves a contact form in the format of Contact Form 7',
    method: 'GET',
    async handler({ db }: Shop, { id }) {
      const form = await findForm(db, id)
      return form ? { json: formJson(form) } : notFound
    },
  }),
  defineCall({
    ...ofItem,
    summary: 'Updates a contact form in the format of Contact Form 7',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    body,
    handler: (shop: Shop, { id, body: fields, user }) => write(shop, fields, user.id, id),
  }),
  defineCall({
    ...ofItem,
    summary: 'Deletes a contact form permanently, but not its messages',
    method: 'DELETE',
    async handler({ db }: Shop, { id }) {
      const deleted = await deleteEntry(db, { kind: 'form', id })
      return deleted.ok ? { json: { deleted: true } } : notFound
    },
  }),
]
