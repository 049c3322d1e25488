import { type Customer, newId, unixSeconds } from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, success } from './call.ts'
import { emit } from './events.ts'
import { metadata, nested, rejectUnknown, text } from './form.ts'
import { detachPaymentMethod } from './payment-methods.ts'
import { changeKind, findObject, insertObject, listObjects, saveObject } from './sandbox.store.ts'

const fields = ['name', 'email', 'phone', 'description', 'metadata', 'invoice_settings', 'expand']

export async function createCustomer(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, fields)
  const id = newId('cus', 14)
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: unixSeconds(call.now),
    currency: null,
    default_source: null,
    delinquent: false,
    description: text(call.params, 'description'),
    discount: null,
    email: text(call.params, 'email'),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    invoice_prefix: id.slice(-8).toUpperCase(),
    livemode: false,
    metadata: metadata(call.params),
    name: text(call.params, 'name'),
    next_invoice_sequence: 1,
    phone: text(call.params, 'phone'),
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  await insertObject(call.tx, call.account, 'customer', { data: customer }, call.now)
  await emit(call, 'customer.created', customer)
  return success(customer)
}

export async function updateCustomer(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, fields)
  const { data } = await lockOrThrow<Customer>(call, 'customer', id)
  const settings = nested(call.params, 'invoice_settings') ?? {}
  const customer: Customer = {
    ...data,
    name: text(call.params, 'name') ?? data.name,
    email: text(call.params, 'email') ?? data.email,
    phone: text(call.params, 'phone') ?? data.phone,
    description: text(call.params, 'description') ?? data.description,
    metadata: { ...data.metadata, ...metadata(call.params) },
    invoice_settings: {
      ...data.invoice_settings,
      default_payment_method: text(settings, 'default_payment_method') ?? data.invoice_settings.default_payment_method,
    },
  }
  await saveObject(call.tx, { data: customer })
  await emit(call, 'customer.updated', customer)
  return success(customer)
}

export async function retrieveCustomer(call: Call, id: string): Promise<ApiResult> {
  const stored = await findObject(call.tx, call.account, id)
  return stored?.kind === DELETED ? success(deleted(id)) : success(await findOrThrow<Customer>(call, 'customer', id))
}

/**
 * A deleted customer can be retrieved, but no longer used in a request, and the customer's cards can never be charged
 * again.
 */
export async function deleteCustomer(call: Call, id: string): Promise<ApiResult> {
  const { data } = await lockOrThrow<Customer>(call, 'customer', id)
  for (;;) {
    const query = { kind: 'payment_method', where: { customer: id }, limit: 100, startingAfter: null }
    const methods = await listObjects(call.tx, call.account, query)
    for (const method of methods.data) await detachPaymentMethod({ ...call, params: {} }, String(method.id))
    if (!methods.hasMore) break
  }
  await changeKind(call.tx, id, DELETED)
  await emit(call, 'customer.deleted', data)
  return success(deleted(id))
}

const DELETED = 'deleted_customer'
const deleted = (id: string) => ({ id, object: 'customer', deleted: true })
