import type { AuthSession } from '../../people/identity/auth-session.ts'
import { restNonceOf } from '../../people/identity/rest-nonce.ts'
import { mapInSlices } from '../../platform/time/slices.ts'
import type { Platform } from '../../platform/web/context.ts'
import { escapeHtml } from '../../platform/web/plain-text.ts'
import { FORMS_TAG } from '../../things/entries/entry.ts'
import { isBlankPart, type Part, parseShortcodes, type Shortcode } from '../features/shortcode-parser.ts'
import { additionalSettings, type ContactForm, defaultMessages } from './contact-form.ts'
import { optionsOf, templateOf } from './form-tag.ts'
import { findForms } from './forms.store.ts'
import type { FormResult } from './kinds/field-kind.tsx'
import { needsFilling } from './mail/mail-source.ts'
import { renderForm } from './render-form.tsx'

const FORM_SCRIPT = 'src/site/forms/client/contact-form.client.ts'

/** The page that shows forms, and the result of a form submitted to it. */
export type FormPlace = {
  readonly path: string
  readonly query: URLSearchParams
  /** Id of the post, page or product; 0 if none. */
  readonly containerPost: number
  /** A form submitted to this page without JavaScript. */
  readonly posted?: { readonly unitTag: string; readonly result: FormResult } | undefined
  /** The message about a form that this browser has sent without JavaScript. */
  readonly sentMessageOf?: (unitTag: string) => string | null
  readonly session: () => Promise<AuthSession | null>
}

export type ExpandedForms = {
  readonly html: string
  readonly scripts: readonly string[]
  /** Page tags, because the page changes with its forms. */
  readonly tags: readonly string[]
  /** Depends on the visitor or the time, so it must not be cached. */
  readonly isPersonal: boolean
}

type FormShop = Pick<Platform, 'db' | 'now' | 'secret'>

const known = new Map(['contact-form-7', 'contact-form'].map((name) => [name, false]))

/** Replaces `[contact-form-7 id="…"]` by forms. The n-th form of a page has `o{n}` in its unit tag. */
export async function expandForms(shop: FormShop, html: string, place: FormPlace): Promise<ExpandedForms> {
  const unchanged: ExpandedForms = { html, scripts: [], tags: [], isPersonal: false }
  if (!html.includes('[contact-form')) return unchanged
  const parts = parseShortcodes(html, known)
  const shortcodes = parts.filter((part) => typeof part !== 'string')
  if (shortcodes.length === 0) return unchanged
  const forms = await findForms(shop.db, [...new Set(shortcodes.flatMap(({ attributes }) => attributes.id ?? []))])
  const isPersonal = [...forms.values()].some(isPersonalForm)
  const signedIn = isPersonal ? await place.session() : null
  let count = 0
  const shown = await mapInSlices(parts, (part: Part) => {
    if (typeof part === 'string') return isBlankPart(part) ? '' : part
    const form = forms.get(part.attributes.id ?? '')
    if (!form) return notFound
    count += 1
    const unitTag = `wpcf7-f${form.id}${place.containerPost > 0 ? `-p${place.containerPost}` : ''}-o${count}`
    return shortcodeHtml(shop, form, part, { ...place, unitTag, signedIn })
  })
  return { html: shown.join(''), scripts: forms.size > 0 ? [FORM_SCRIPT] : [], tags: [FORMS_TAG], isPersonal }
}

const notFound = '<p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p>'
const membersOnly = '<p class="wpcf7-subscribers-only">This contact form is available only for logged in users.</p>'

/** Members-only, prefilled for the user, or with a captcha, which expires after an hour. */
function isPersonalForm(form: ContactForm): boolean {
  const { tags } = templateOf(form)
  return (
    additionalSettings(form).isOn('subscribers_only') ||
    tags.some(
      (tag) => tag.basetype === 'captchac' || optionsOf(tag, 'default').some((source) => source.startsWith('user_')),
    )
  )
}

type FormPosition = FormPlace & { readonly unitTag: string; readonly signedIn: AuthSession | null }

function shortcodeHtml(shop: FormShop, form: ContactForm, { attributes }: Shortcode, place: FormPosition): string {
  const { containerPost, path, query, signedIn, unitTag } = place
  if (attributes.output === 'raw_form') return `<pre class="wpcf7-raw-form"><code>${escapeHtml(form.form)}</code></pre>`
  const isForMembers = additionalSettings(form).isOn('subscribers_only')
  if (isForMembers && !signedIn) return membersOnly
  const pageQuery = new URLSearchParams(query)
  pageQuery.delete(SENT_PARAMETER)
  return renderForm({
    form,
    path: pageQuery.size > 0 ? `${path}?${pageQuery}` : path,
    containerPost,
    unitTag,
    query,
    attributes: new Map(Object.entries(attributes)),
    result: resultOf(form, place),
    user: signedIn?.user ?? null,
    ...(isForMembers ? { nonce: restNonceOf(shop, signedIn) } : {}),
    secret: shop.secret,
    now: shop.now(),
  })
}

/** The result of a form that was submitted without JavaScript. */
function resultOf(
  { messages }: ContactForm,
  { posted, query, sentMessageOf, unitTag }: FormPosition,
): FormResult | null {
  if (posted?.unitTag === unitTag) return posted.result
  if (query.get(SENT_PARAMETER) !== unitTag) return null
  // The default if the message has mail-tags, and nobody knows any more what was sent.
  const filled = () => sentMessageOf?.(unitTag) ?? defaultMessages.mail_sent_ok
  const message = needsFilling(messages.mail_sent_ok) ? filled() : messages.mail_sent_ok
  return { status: 'mail_sent', message, errors: [], texts: new Map() }
}

/** Query parameter after a submission without JavaScript: the unit tag of the sent form. Reloading sends nothing. */
export const SENT_PARAMETER = 'wpcf7_sent'
