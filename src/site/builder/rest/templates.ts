import { defineCall } from '../../../platform/rest/call.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { builderUse } from '../../content/capabilities.ts'
import { addTemplate, deleteTemplate, listTemplates, newTemplate } from '../templates.ts'
import { type BuilderShop, invalidDocument } from './pages.ts'

const path = `${paths.restBuilder}/templates`
const common = { capability: builderUse } as const

const tooMany = errorOf(
  400,
  'samovar_rest_too_many_templates',
  'There are too many templates. Delete one that is no longer needed.',
)
const invalidTemplate = errorOf(404, 'samovar_rest_invalid_id', 'There is no such template.')

export const builderTemplateCalls = [
  defineCall({
    ...common,
    summary: 'Lists the templates of the page builder',
    method: 'GET',
    path,
    handler: async ({ db }: BuilderShop) => ({ json: await listTemplates(db) }),
  }),
  defineCall({
    ...common,
    summary: 'Creates a template from blocks',
    method: 'POST',
    path,
    body: newTemplate,
    async handler({ db, blocks }: BuilderShop, { body }) {
      const added = await addTemplate(db, blocks, body)
      if (added === 'too-large') return tooMany
      return added ? { json: added, status: 201 } : invalidDocument
    },
  }),
  defineCall({
    ...common,
    summary: 'Deletes a template',
    method: 'DELETE',
    path: `${path}/:id{[0-9]+}`,
    handler: async ({ db }: BuilderShop, { id }) =>
      (await deleteTemplate(db, id)) ? { json: { deleted: true } } : invalidTemplate,
  }),
]
