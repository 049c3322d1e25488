import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { search } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { defineResource, deletedJson } from '../../../platform/rest/resource.ts'
import { isRestError, type RestError } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { previewDocument } from '../../../platform/web/preview-document.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { deleteEntry } from '../../../things/entries/entry-status.ts'
import { formsWrite } from '../capabilities.ts'
import { formShortcode, propertiesOf } from '../contact-form.ts'
import type { FormContext } from '../context.ts'
import { formProblems } from '../editing/form-problems.ts'
import { changedForm, saveForm } from '../editing/save-form.ts'
import { type EditorForm, findEditorForm, formOf, listEditorForms, sortNames } from '../forms.store.ts'
import { renderForm } from '../render-form.tsx'
import { formFields, notFound, problemError } from './form-fields.ts'

type Shop = Pick<FormContext, 'db' | 'now' | 'settings' | 'url'>

export type FormJson = ReturnType<typeof formJson>
export type FormPreviewJson = { readonly document: string }

function formJson(item: EditorForm, { url }: Pick<Shop, 'url'>) {
  const form = formOf(item)
  return {
    ...form,
    status: item.status,
    shortcode: formShortcode(form),
    /** Number of stored messages, without spam and trash. */
    submissions: item.submissions,
    modified_gmt: toGmtIso(item.updatedAt),
    problems: formProblems(form),
    _links: { self: [{ href: `${url}${paths.restForms}/${item.id}` }] },
  }
}

const fields = z.object({
  ...formFields,
  status: z.enum(['publish', 'trash']).optional(),
  version: z
    .int()
    .min(0)
    .max(MAX_ID)
    .optional()
    .describe('Version that was edited. Updates with an older version are rejected.'),
})

async function save(
  shop: Shop,
  change: Parameters<typeof saveForm>[1],
  author: number | null,
): Promise<EditorForm | RestError> {
  const saved = await saveForm(shop, change, author)
  return saved.ok ? ((await findEditorForm(shop.db, saved.entry.id)) ?? notFound) : problemError(saved.problem)
}

const resource = defineResource({
  name: 'contact form',
  path: paths.restForms,
  capability: formsWrite,
  notFound,
  json: formJson,
  query: {
    search,
    status: z.enum(['any', 'publish', 'trash']).default('any'),
    order: z.enum(['asc', 'desc']).default('desc'),
    orderby: z.enum(sortNames).default('id'),
  },
  list: ({ db }: Shop, query) => listEditorForms(db, query),
  get: ({ db }, id) => findEditorForm(db, id),
  fields: { create: fields, update: fields },
  create: (shop, change, user) => save(shop, change, user.id),
  update: (shop, { id }, change, user) => save(shop, { ...change, id }, user.id),
  delete: async ({ db }, { id }) => (await deleteEntry(db, { kind: 'form', id })).ok,
  deletedJson,
  trash: (shop, { id }) => save(shop, { id, status: 'trash' }, null),
})

export const formCalls = [
  ...resource,
  defineCall({
    summary: 'Duplicates a contact form',
    method: 'POST',
    path: `${paths.restForms}/:id{[0-9]+}/duplicate`,
    capability: formsWrite,
    async handler(shop: Shop, { id, user }) {
      const original = await findEditorForm(shop.db, id)
      if (!original) return notFound
      const copy = { ...propertiesOf(formOf(original)), title: `${original.title} (copy)` }
      const saved = await save(shop, copy, user.id)
      return isRestError(saved) ? saved : { json: formJson(saved, shop), status: 201 }
    },
  }),
  defineCall({
    summary: 'Previews a contact form as an HTML document',
    method: 'POST',
    action: 'view',
    path: `${paths.restForms}/preview`,
    capability: formsWrite,
    recordsItself: true,
    body: z.object({
      form: formFields.form,
      title: formFields.title,
      additional_settings: formFields.additional_settings,
    }),
    async handler({ assets, now, secret }: Shop & Pick<Platform, 'assets' | 'secret'>, { body }) {
      const form = changedForm(null, body)
      const html = renderForm({ form, unitTag: 'wpcf7-f0-o1', path: '', containerPost: 0, secret, now: now() })
      const json: FormPreviewJson = {
        document: previewDocument(
          { assets },
          { html, className: 'entry-content', lang: form.locale.replaceAll('_', '-') },
        ),
      }
      return { json }
    },
  }),
]
