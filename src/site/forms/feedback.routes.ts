import { Hono } from 'hono'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import { sentOnly } from '../../platform/rest/fields.ts'
import { idOf } from '../../platform/rest/request.ts'
import { errorOf, isRestError, restError, restJson } from '../../platform/rest/response.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import { paths } from '../../platform/web/routes.ts'
import { captchaHref, drawCaptcha, newCaptcha } from './captcha.ts'
import { additionalSettings, type ContactForm } from './contact-form.ts'
import type { FormContext } from './context.ts'
import { readFormBody, unreadable } from './form-body.ts'
import { errorIdOf } from './form-names.ts'
import { TOO_MANY } from './form-posts.ts'
import { type FormTag, isFieldTag, optionOf, templateOf } from './form-tag.ts'
import { findForm } from './forms.store.ts'
import { countSending, workOf } from './judge-spam.ts'
import { bodyLimitOf, MAX_FORM_REQUEST_BYTES, parsePostedForm } from './posted-form.ts'
import { pickQuiz } from './quiz.ts'
import { notFound } from './rest/form-fields.ts'
import type { FieldError } from './rules.ts'
import { schemaOf } from './schema.ts'
import { referrerPath, senderOf, unitTagOf } from './sender.ts'
import { submitForm } from './submit-form.ts'

const itemPath = `${paths.restContactForms}/:id{[0-9]+}`

const noUnitTag = errorOf(400, 'wpcf7_unit_tag_not_found', 'There is no valid unit tag.')
const unsupported = errorOf(415, 'wpcf7_unsupported_media_type', 'The request payload format is not supported.')
const tooMany = errorOf(429, 'wpcf7_too_many_requests', TOO_MANY)

/** Drawing is the most expensive response. */
const CAPTCHA_PICTURES = { name: 'captcha-picture', max: 200, seconds: 600 }

/** Whether the route limits its body size itself. */
export const isFeedbackPath = (path: string): boolean =>
  /^\/wp-json\/contact-form-7\/v1\/contact-forms\/\d+\/feedback$/.test(path)

/** Field errors in the API's format. `idref` is the `id` option of the field's tag. */
const invalidFieldsOf = (tags: readonly FormTag[], unitTag: string, errors: readonly FieldError[]) =>
  errors.map(({ field, error }) => {
    const tag = tags.find((one) => one.name === field && (isFieldTag(one) || one.basetype === 'captchar'))
    return { field, message: error, idref: (tag && optionOf(tag, 'id')) ?? null, error_id: errorIdOf(unitTag, field) }
  })

/** Form calls of visitors' browsers: contact-form-7.md §1, FORM-01 and FORM-02. */
export function feedbackRoutes(shop: FormContext): Hono {
  const routes = new Hono()
  /** A GET request of a form. */
  const read = (path: string, jsonOf: (form: ContactForm) => unknown) =>
    routes.get(`${itemPath}/${path}`, async (context) => {
      const form = await findForm(shop.db, idOf(context.req.param('id')))
      return form ? restJson(context, shop, jsonOf(form), { allow: ['GET'] }) : restError(context, shop, notFound)
    })

  routes.post(`${itemPath}/feedback`, async (context) => {
    const type = context.req.header('content-type') ?? ''
    if (!/^multipart\/form-data/i.test(type)) return restError(context, shop, unsupported)
    const form = await findForm(shop.db, idOf(context.req.param('id')))
    if (!form) return restError(context, shop, notFound)
    const limit = await countSending(shop, clientAddress(context))
    if (!limit.ok) {
      context.header('retry-after', String(limit.retryAfterSeconds))
      return restError(context, shop, tooMany)
    }
    const { tags } = templateOf(form)
    const bytes = await readFormBody(context, MAX_FORM_REQUEST_BYTES, bodyLimitOf(tags))
    if (isRestError(bytes)) return restError(context, shop, bytes)
    const posted = await parsePostedForm(bytes, type)
    if (!posted) return restError(context, shop, unreadable)
    const unitTag = unitTagOf(posted)
    if (unitTag === null) return restError(context, shop, noUnitTag)
    const sender = await senderOf(context, shop, posted, referrerPath(context, shop))
    const { status, message, hash, errors } = await submitForm(shop, form, posted, sender)
    const answer = {
      contact_form_id: form.id,
      status,
      message,
      ...(status === 'error' ? {} : { posted_data_hash: hash }),
      into: `#${unitTag}`,
      invalid_fields: invalidFieldsOf(tags, unitTag, errors),
      ...(additionalSettings(form).isOn('demo_mode') ? { demo_mode: true } : {}),
      ...refillOf(shop, tags),
    }
    return restJson(context, shop, answer, { allow: ['POST'] })
  })

  read('feedback/schema', (form) => schemaOf(form, shop.now()))
  read('refill', (form) => {
    const refill = refillOf(shop, templateOf(form).tags)
    return Object.keys(refill).length === 0 ? [] : refill
  })

  /** Only for the shop's script: the proof of work challenge, harder for networks that send much. */
  routes.get('/wp-json/samovar/v1/forms/:id{[0-9]+}/visitor', async (context) => {
    const work = await workOf(shop, clientAddress(context))
    const challenge = await issueChallenge(shop, 'form', shop.now(), work)
    return context.json({ challenge }, 200, { 'cache-control': 'no-store' })
  })

  routes.get('/wpcf7_captcha/:file{[0-9]+\\.png}', async (context) => {
    const challenge = context.req.param('file').slice(0, -4)
    const limiter = addressRateLimiter(shop, CAPTCHA_PICTURES)
    if (!(await limiter.consume(clientAddress(context))).ok) return context.notFound()
    const picture = await drawCaptcha(shop.secret, challenge, shop.now())
    if (!picture) return context.notFound()
    return context.body(new Uint8Array(picture), 200, { 'content-type': 'image/png', 'cache-control': 'no-store' })
  })
  return routes
}

function refillOf(shop: FormContext, tags: readonly FormTag[]) {
  const freshFor = (basetype: string, fresh: (tag: FormTag) => unknown): object | undefined => {
    const some = tags.filter((tag) => tag.basetype === basetype)
    return some.length > 0 ? Object.fromEntries(some.map((tag) => [tag.name, fresh(tag)])) : undefined
  }
  return sentOnly({
    captcha: freshFor('captchac', () => captchaHref(newCaptcha(shop.now()))),
    quiz: freshFor('quiz', (tag) => pickQuiz(shop.secret, tag)),
  })
}
