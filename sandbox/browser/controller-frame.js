// Hidden frame for API calls of the provider's script that need no card number.
import { callApi, talkToPage } from './provider-api.js'

const allowed = /^\/v1\/(payment_intents|setup_intents)\/\w+(\/confirm)?$|^\/v1\/payment_methods$/

const page = talkToPage(async ({ type, ask, key, method, path, fields }) => {
  if (type !== 'call' || !allowed.test(path)) return
  page.tell({ type: 'answer', ask, answer: await callApi(key, method === 'GET' ? 'GET' : 'POST', path, fields) })
})
page.tell({ type: 'ready' })
