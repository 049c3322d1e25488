import { z } from 'zod'
import { type Call, defineCall } from '../../../platform/rest/call.ts'
import { readOnly, viewOrEdit } from '../../../platform/rest/fields.ts'
import { each, fixed, type Item, itemShape, shownIn } from '../../../platform/rest/item-shape.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { readSystemFacts, type StatusShop } from '../facts.ts'
import { statusJson } from './status-json.ts'
import { type ToolShop, tools } from './tools.ts'

const section = fixed(shownIn(z.looseObject({}), 'view'))
const sections = fixed(shownIn(z.array(z.looseObject({})), 'view'))

const statusShape = itemShape('system_status', {
  ...each(section, 'environment', 'database', 'dropins_mu_plugins', 'theme', 'settings', 'security', 'logging'),
  ...each(sections, 'active_plugins', 'inactive_plugins', 'pages', 'post_type_counts'),
})
const toolShape = itemShape('system_status_tool', {
  ...each(z.string(), 'id', 'name', 'action', 'description'),
  success: shownIn(z.boolean().optional(), 'edit'),
  message: shownIn(z.string().optional(), 'edit'),
})

const toolJson = ({ id, name, action, description }: (typeof tools)[number], { url }: ToolShop, message?: string) =>
  ({
    id,
    name,
    action,
    description,
    ...(message === undefined ? {} : { success: true, message }),
    _links: { item: [{ embeddable: true, href: `${url}${paths.restStatusTools}/${id}` }] },
  }) satisfies Item<typeof toolShape>

const toolPath = `${paths.restStatusTools}/:tool{[\\w-]+}`
const noTool = errorOf(404, 'woocommerce_rest_system_status_tool_invalid_id', 'Invalid tool ID.')
const capability = shopSettingsWrite

/** `wc/v3/system_status` and its tools. */
export const systemStatusCalls: readonly Call<StatusShop & ToolShop>[] = [
  defineCall({
    summary: 'Retrieves the system status, without secrets',
    method: 'GET',
    path: paths.restSystemStatus,
    capability,
    action: 'list',
    response: statusShape,
    handler: async (shop: StatusShop) => ({ json: statusJson(await readSystemFacts(shop)) }),
  }),
  defineCall({
    summary: 'Lists the system status tools',
    method: 'GET',
    path: paths.restStatusTools,
    capability,
    action: 'list',
    query: z.object(viewOrEdit),
    response: z.array(toolShape),
    handler: async (shop: ToolShop) => ({ json: tools.map((tool) => toolJson(tool, shop)) }),
  }),
  defineCall({
    summary: 'Retrieves a system status tool',
    method: 'GET',
    path: toolPath,
    capability,
    response: toolShape,
    async handler(shop: ToolShop, { path }) {
      const tool = tools.find(({ id }) => id === path.tool)
      return tool ? { json: toolJson(tool, shop) } : noTool
    },
  }),
  defineCall({
    summary: 'Runs a system status tool',
    method: ['POST', 'PUT', 'PATCH'],
    path: toolPath,
    capability,
    action: 'edit',
    body: z.object(readOnly('id', 'name', 'action', 'description', 'success', 'message', 'confirm')),
    response: toolShape,
    async handler(shop: ToolShop, { path }) {
      const tool = tools.find(({ id }) => id === path.tool)
      return tool ? { json: toolJson(tool, shop, await tool.run(shop)) } : noTool
    },
  }),
]
