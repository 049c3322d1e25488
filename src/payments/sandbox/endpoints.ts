import type { Call, Reply } from './call.ts'
import { cancelIntent, captureIntent } from './capture-or-cancel.ts'
import { retrieveCharge } from './charges.ts'
import { createCustomer, retrieveCustomer, updateCustomer } from './customers.ts'
import { closeDispute, openTestDispute, retrieveDispute, updateDispute } from './disputes.ts'
import { retrieveEvent } from './events.ts'
import { listCustomerMethods, listing } from './lists.ts'
import { confirmIntent, createIntent, retrieveIntent } from './payment-intents.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts'
import { createRefund, finishRefund, retrieveRefund } from './refunds.ts'
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent, retrieveSetupIntent } from './setup-intents.ts'
import { createWebhookEndpoint, deleteWebhookEndpoint, retrieveWebhookEndpoint } from './webhook-endpoints.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  handle: (call: Call, id: string) => Promise<Reply>
  /** `anyone`: a browser's publishable key is enough (with the client secret, where there is an intent). */
  rights: 'secret' | 'anyone'
}

const get = (path: string, handle: Endpoint['handle'], rights: Endpoint['rights'] = 'secret'): Endpoint => ({
  method: 'GET',
  path,
  handle,
  rights,
})
const post = (path: string, handle: Endpoint['handle'], rights: Endpoint['rights'] = 'secret'): Endpoint => ({
  method: 'POST',
  path,
  handle,
  rights,
})

/** The part of the provider's API that the sandbox plays. */
export const endpoints: readonly Endpoint[] = [
  post('/v1/customers', createCustomer),
  get('/v1/customers', listing('customers')),
  get('/v1/customers/:id', retrieveCustomer),
  post('/v1/customers/:id', updateCustomer),
  get('/v1/customers/:id/payment_methods', listCustomerMethods),

  post('/v1/payment_methods', createPaymentMethod, 'anyone'),
  get('/v1/payment_methods', listing('paymentMethods')),
  get('/v1/payment_methods/:id', retrievePaymentMethod),
  post('/v1/payment_methods/:id', updatePaymentMethod),
  post('/v1/payment_methods/:id/attach', attachPaymentMethod),
  post('/v1/payment_methods/:id/detach', detachPaymentMethod),

  post('/v1/payment_intents', createIntent),
  get('/v1/payment_intents', listing('paymentIntents')),
  get('/v1/payment_intents/:id', retrieveIntent, 'anyone'),
  post('/v1/payment_intents/:id/confirm', confirmIntent, 'anyone'),
  post('/v1/payment_intents/:id/capture', captureIntent),
  post('/v1/payment_intents/:id/cancel', cancelIntent),

  post('/v1/setup_intents', createSetupIntent),
  get('/v1/setup_intents/:id', retrieveSetupIntent, 'anyone'),
  post('/v1/setup_intents/:id/confirm', confirmSetupIntent, 'anyone'),
  post('/v1/setup_intents/:id/cancel', cancelSetupIntent),

  get('/v1/charges', listing('charges')),
  get('/v1/charges/:id', retrieveCharge),
  post('/v1/refunds', createRefund),
  get('/v1/refunds', listing('refunds')),
  get('/v1/refunds/:id', retrieveRefund),

  get('/v1/disputes', listing('disputes')),
  get('/v1/disputes/:id', retrieveDispute),
  post('/v1/disputes/:id', updateDispute),
  post('/v1/disputes/:id/close', closeDispute),
  post('/v1/test_helpers/disputes', openTestDispute),
  post('/v1/test_helpers/refunds/:id', finishRefund),

  get('/v1/events', listing('events')),
  get('/v1/events/:id', retrieveEvent),
  post('/v1/webhook_endpoints', createWebhookEndpoint),
  get('/v1/webhook_endpoints', listing('webhookEndpoints')),
  get('/v1/webhook_endpoints/:id', retrieveWebhookEndpoint),
  { method: 'DELETE', path: '/v1/webhook_endpoints/:id', handle: deleteWebhookEndpoint, rights: 'secret' },
]
