import { listBalanceTransactions, listPayouts, retrieveBalanceTransaction } from './balance.ts'
import type { ApiResult, Call } from './call.ts'
import { cancelIntent, captureIntent, finishProcessing } from './capture-or-cancel.ts'
import { retrieveCharge } from './charges.ts'
import { createCustomer, deleteCustomer, retrieveCustomer, updateCustomer } from './customers.ts'
import { closeDispute, createTestDispute, retrieveDispute, updateDispute } from './disputes.ts'
import { retrieveEvent } from './events.ts'
import { expireAuthorizations } from './expiry.ts'
import { createFile, retrieveFile } from './files.ts'
import { listCustomerMethods, listHandler } from './lists.ts'
import { confirmIntent, createIntent, retrieveIntent, updateIntent } from './payment-intents.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts'
import { createRefund, finishRefund, retrieveRefund } from './refunds.ts'
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent, retrieveSetupIntent } from './setup-intents.ts'
import { createToken, retrieveToken } from './tokens.ts'
import { createWebhookEndpoint, deleteWebhookEndpoint, retrieveWebhookEndpoint } from './webhook-endpoints.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  handle: (call: Call, id: string) => Promise<ApiResult>
  /** `anyone`: a publishable key is sufficient (with the client secret for intents). */
  access: 'secret' | 'anyone'
}

const get = (path: string, handle: Endpoint['handle'], access: Endpoint['access'] = 'secret'): Endpoint => ({
  method: 'GET',
  path,
  handle,
  access,
})
const post = (path: string, handle: Endpoint['handle'], access: Endpoint['access'] = 'secret'): Endpoint => ({
  method: 'POST',
  path,
  handle,
  access,
})

/** The part of the provider's API that the sandbox implements. */
export const endpoints: readonly Endpoint[] = [
  post('/v1/customers', createCustomer),
  get('/v1/customers', listHandler('customers')),
  get('/v1/customers/:id', retrieveCustomer),
  post('/v1/customers/:id', updateCustomer),
  { method: 'DELETE', path: '/v1/customers/:id', handle: deleteCustomer, access: 'secret' },
  get('/v1/customers/:id/payment_methods', listCustomerMethods),

  post('/v1/files', createFile),
  get('/v1/files/:id', retrieveFile),

  post('/v1/tokens', createToken, 'anyone'),
  get('/v1/tokens/:id', retrieveToken),
  post('/v1/payment_methods', createPaymentMethod, 'anyone'),
  get('/v1/payment_methods', listHandler('paymentMethods')),
  get('/v1/payment_methods/:id', retrievePaymentMethod),
  post('/v1/payment_methods/:id', updatePaymentMethod),
  post('/v1/payment_methods/:id/attach', attachPaymentMethod),
  post('/v1/payment_methods/:id/detach', detachPaymentMethod),

  post('/v1/payment_intents', createIntent),
  get('/v1/payment_intents', listHandler('paymentIntents')),
  get('/v1/payment_intents/:id', retrieveIntent, 'anyone'),
  post('/v1/payment_intents/:id', updateIntent),
  post('/v1/payment_intents/:id/confirm', confirmIntent, 'anyone'),
  post('/v1/payment_intents/:id/capture', captureIntent),
  post('/v1/payment_intents/:id/cancel', cancelIntent),

  post('/v1/setup_intents', createSetupIntent),
  get('/v1/setup_intents/:id', retrieveSetupIntent, 'anyone'),
  post('/v1/setup_intents/:id/confirm', confirmSetupIntent, 'anyone'),
  post('/v1/setup_intents/:id/cancel', cancelSetupIntent),

  get('/v1/charges', listHandler('charges')),
  get('/v1/charges/:id', retrieveCharge),
  post('/v1/refunds', createRefund),
  get('/v1/refunds', listHandler('refunds')),
  get('/v1/refunds/:id', retrieveRefund),

  get('/v1/balance_transactions', listBalanceTransactions),
  get('/v1/balance_transactions/:id', retrieveBalanceTransaction),
  get('/v1/payouts', listPayouts),

  get('/v1/disputes', listHandler('disputes')),
  get('/v1/disputes/:id', retrieveDispute),
  post('/v1/disputes/:id', updateDispute),
  post('/v1/disputes/:id/close', closeDispute),
  post('/v1/test_helpers/disputes', createTestDispute),
  post('/v1/test_helpers/refunds/:id', finishRefund),
  post('/v1/test_helpers/payment_intents/:id', finishProcessing),
  post('/v1/test_helpers/expire_authorizations', async (call) => {
    const expired = await expireAuthorizations(call)
    return { status: 200, body: { object: 'expiry', expired } }
  }),

  get('/v1/events', listHandler('events')),
  get('/v1/events/:id', retrieveEvent),
  post('/v1/webhook_endpoints', createWebhookEndpoint),
  get('/v1/webhook_endpoints', listHandler('webhookEndpoints')),
  get('/v1/webhook_endpoints/:id', retrieveWebhookEndpoint),
  { method: 'DELETE', path: '/v1/webhook_endpoints/:id', handle: deleteWebhookEndpoint, access: 'secret' },
]
