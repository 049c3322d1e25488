import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { viewOrEdit } from '../../../platform/rest/fields.ts'
import { missingParams } from '../../../platform/rest/params.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { deletion } from '../../../platform/rest/resource.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { ordersRead, ordersWrite } from '../capabilities.ts'
import { deleteOrderNote, readOrder, readOrderNote, readOrderNotes } from '../orders-read.store.ts'
import { addOrderNote } from '../transition-order.ts'
import { noteJson } from './order-json.ts'
import { noteShape } from './order-shape.ts'
import { type OrderShop, orderNotFound, unknownOrder } from './orders.ts'

const notePath = `${paths.restOrderNotes}/:note{[0-9]+}`

const noteNotFound = errorOf(404, 'woocommerce_rest_invalid_id', 'Invalid resource ID.')
const noTrash = errorOf(
  501,
  'woocommerce_rest_trash_not_supported',
  'Notes do not support trashing. Set force to delete one.',
)

const noteJsonShop = (shop: OrderShop) => ({ url: shop.url, title: shop.settings().siteTitle })

export const orderNoteCalls = [
  defineCall({
    capability: ordersRead,
    summary: 'Lists the notes of an order',
    method: 'GET',
    path: paths.restOrderNotes,
    action: 'list',
    query: z.object({ ...viewOrEdit, type: z.enum(['any', 'customer', 'internal']).default('any') }),
    response: z.array(noteShape),
    async handler(shop: OrderShop, { id, query: { type } }) {
      const order = await readOrder(shop.db, id)
      if (!order) return { ...orderNotFound, message: 'Invalid order ID.' }
      const notes = (await readOrderNotes(shop.db, order.id)).filter(
        ({ isCustomerNote }) => type === 'any' || isCustomerNote === (type === 'customer'),
      )
      return { json: notes.map((note) => noteJson(note, noteJsonShop(shop))) }
    },
  }),
  defineCall({
    capability: ordersWrite,
    summary: 'Creates an order note, and emails it if it is for the customer',
    method: 'POST',
    path: paths.restOrderNotes,
    body: z.object({ note: z.string().catch(''), customer_note: z.boolean().catch(false) }).partial(),
    response: noteShape,
    async handler(shop: OrderShop, { id, body: { note: text = '', customer_note: isCustomerNote = false }, user }) {
      if (text.trim() === '') return missingParams(['note'])
      const note = await addOrderNote(shop, { orderId: id, text: text.trim(), author: user.name, isCustomerNote })
      if (!note) return unknownOrder
      const json = noteJson(note, noteJsonShop(shop))
      return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
    },
  }),
  defineCall({
    capability: ordersRead,
    summary: 'Retrieves an order note',
    method: 'GET',
    path: notePath,
    query: z.object(viewOrEdit),
    response: noteShape,
    async handler(shop: OrderShop, { path }) {
      const note = await readOrderNote(shop.db, idOf(path.order), idOf(path.note))
      return note ? { json: noteJson(note, noteJsonShop(shop)) } : noteNotFound
    },
  }),
  defineCall({
    capability: ordersWrite,
    summary: 'Deletes an order note',
    ...deletion,
    path: notePath,
    response: noteShape,
    async handler(shop: OrderShop, { path, query, body }) {
      if (!query.force && !body.force) return noTrash
      const note = await deleteOrderNote(shop.db, idOf(path.order), idOf(path.note))
      return note ? { json: noteJson(note, noteJsonShop(shop)) } : noteNotFound
    },
  }),
]
