import type { Context } from 'hono'
import { currentAuthSession } from '../../people/identity/auth-session.ts'
import { holderOfRestNonce } from '../../people/identity/rest-nonce.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import { localPath } from '../../platform/web/http/rewrite-request.ts'
import type { FormContext } from './context.ts'
import { type PostedForm, textOf } from './posted-form.ts'

const unitTagPattern = /^wpcf7-f\d{1,10}(?:-p\d{1,10})?-o\d{1,4}$/
export const unitTagOf = (posted: PostedForm): string | null =>
  unitTagPattern.exec(textOf(posted, '_wpcf7_unit_tag'))?.[0] ?? null

export type Sender = Awaited<ReturnType<typeof senderOf>>

/** Sender of a form. `pagePath` is the page's path; the path claimed by the request is only shown to the owner. */
export async function senderOf(context: Context, shop: FormContext, posted: PostedForm, pagePath: string) {
  const session = await currentAuthSession(context, shop)
  const nonce = textOf(posted, '_wpnonce')
  return {
    address: clientAddress(context),
    userAgent: context.req.header('user-agent') ?? '',
    user: session?.user ?? null,
    unitTag: unitTagOf(posted) ?? '',
    containerPost: Number(textOf(posted, '_wpcf7_container_post')),
    pagePath,
    /** False if a signed-in sender has a nonce that is not theirs. */
    isNonceValid: !session || nonce === '' || holderOfRestNonce(shop, session, nonce) === 'customer',
  }
}

/** Path of the page in the Referer header; '/' if it is not on this shop. */
export function referrerPath(context: Context, shop: Pick<FormContext, 'url'>): string {
  const referrer = URL.parse(context.req.header('referer') ?? '')
  return referrer?.origin === new URL(shop.url).origin ? localPath(referrer.pathname).slice(0, 300) : '/'
}
