import { mountCard } from '../../../shop/checkout/client/card.client.ts'
import { clearErrors, showCardProblem, showErrorText } from '../../../shop/checkout/client/errors.client.ts'
import { exclusiveTask, leave, type TaskResult } from '../../../shop/checkout/client/exclusive-task.client.ts'
import { fieldsOf, postForm, setHidden, unknownError } from '../../../shop/checkout/client/form.client.ts'
import { pageKindOf } from '../../../shop/gateways/page-kind.ts'

type SetupResponse = { readonly intent?: { readonly client_secret: string }; readonly message?: string }

const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/setup-intent'
const UNREACHABLE = 'The connection was lost. Your card was not charged. Please try again.'

function handleAddCard(form: HTMLFormElement): void {
  const card = mountCard(form)
  const runExclusive = exclusiveTask(form, { busyLabel: 'Saving…', unreachable: UNREACHABLE, failed: () => {} })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    runExclusive(saveCard)
  })

  async function saveCard(): Promise<TaskResult> {
    clearErrors(form)
    const { payment_method: method = '' } = fieldsOf(form)
    const { restNonce = '', payer = '{}' } = form.dataset
    const request = { payment_method: method, _wpnonce: restNonce, page_id: pageKindOf(document.body.className) ?? '' }
    const { intent, message } = await postForm<SetupResponse>(CALL, request, 'intent')
    if (!intent) return () => showErrorText(form, message ?? unknownError())
    const returnUrl = form.querySelector<HTMLElement>('[name=payment_method]:checked')?.dataset.returnUrl ?? ''
    const billing = JSON.parse(payer) as Record<string, string>
    const confirmed = await card.confirmSetup(intent.client_secret, billing, returnUrl)
    if (!confirmed.ok) return () => showCardProblem(form, confirmed.problem, card)
    setHidden(form, `${method}_token_key`, confirmed.cardId)
    setHidden(form, `${method}_payment_intent_key`, confirmed.setupId)
    return leave(() => form.submit())
  }
}

const form = document.querySelector<HTMLFormElement>('form#add_payment_method')
if (form) handleAddCard(form)
