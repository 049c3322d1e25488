import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { allFixed, itemShape } from '../../../platform/rest/item-shape.ts'
import { itemLinks, unpagedList } from '../../../platform/rest/links.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { methodKinds } from '../method-settings.ts'

const path = '/wp-json/wc/v3/shipping_methods'
const shape = itemShape('shipping_method', allFixed({ id: z.string(), title: z.string(), description: z.string() }))
const notFound = errorOf(404, 'woocommerce_rest_shipping_method_invalid', 'Resource does not exist.')

const kindsAt = (url: string) =>
  Object.entries(methodKinds).map(([id, { title, about }]) => ({
    id,
    title,
    description: about,
    _links: itemLinks(url + path, id, ['GET']),
  }))

const common = { method: 'GET', capability: shopSettingsWrite } as const

/** `wc/v3/shipping_methods`: the kinds of methods. */
export const shippingMethodCalls = [
  defineCall({
    ...common,
    summary: 'Lists the types of shipping methods',
    path,
    action: 'list',
    response: z.array(shape),
    handler: async ({ url }: Pick<Platform, 'url'>) => unpagedList(kindsAt(url)),
  }),
  defineCall({
    ...common,
    summary: 'Retrieves a type of shipping method',
    path: `${path}/:kind{[\\w-]+}`,
    response: shape,
    handler: async ({ url }: Pick<Platform, 'url'>, { path: { kind } }) => {
      const found = kindsAt(url).find(({ id }) => id === kind)
      return found ? { json: found } : notFound
    },
  }),
]
