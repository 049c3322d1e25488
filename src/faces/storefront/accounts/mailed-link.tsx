import type { Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ReactNode } from 'react'
import {
  ExpiredMailedLinkPage,
  type LinkQuestion,
  MailedLinkPage,
} from '../../../people/accounts/pages/mailed-link-page.tsx'
import { type KeyPurpose, readKey, type SecretKeys } from '../../../people/accounts/secret-keys.store.ts'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import { accountClass } from './account-page.tsx'
import type { AccountContext } from './context.ts'

/** Holds the key of an opened link, which is thus in no address, history or referrer. */
const KEY_COOKIE = 'samovar_mailed_key'

export const mailedLinkCookie: CookieDeclaration = {
  name: KEY_COOKIE,
  purpose: 'holds the key of a link that we mailed you',
  lifetime: 'until you close the browser',
}

type MailedLink<P extends KeyPurpose> = {
  readonly path: string
  readonly purpose: P
  /** What the link does; it is done by the button of this page. */
  readonly ask: (value: SecretKeys[P]) => LinkQuestion
  /** Does it. Null: the key was used meanwhile. */
  readonly use: (context: Context, key: string) => Promise<Response | null>
  /** What to do about a link that no longer works. */
  readonly expiredText: string
}

/**
 * The page of a mailed link: opening it moves its key into a cookie for that page alone, and pressing its button
 * redeems the key.
 */
export function mailedLink<P extends KeyPurpose>(app: Hono, shop: AccountContext, link: MailedLink<P>): void {
  const { path, purpose } = link
  const expired = (context: Context) =>
    linkPage(context, 'This link has expired', <ExpiredMailedLinkPage text={link.expiredText} />, 404)

  app.get(path, async (context) => {
    const sent = context.req.query('key')
    const key = sent ?? getCookie(context, KEY_COOKIE) ?? ''
    const value = await readKey(shop.db, purpose, key, shop.now())
    if (!value) return expired(context)
    if (sent === undefined) {
      const question = link.ask(value)
      return linkPage(context, question.title, <MailedLinkPage path={path} {...question} />)
    }
    const secure = shop.url.startsWith('https:')
    setCookie(context, KEY_COOKIE, key, { path, httpOnly: true, sameSite: 'Lax', secure })
    return context.redirect(path, 302)
  })

  app.post(path, async (context) => {
    const used = await link.use(context, getCookie(context, KEY_COOKIE) ?? '')
    if (!used) return expired(context)
    deleteCookie(context, KEY_COOKIE, { path })
    return used
  })
}

/** A page about a mailed link. */
export function linkPage(context: Context, title: string, body: ReactNode, status: 200 | 404 | 422 = 200) {
  // Other sites are told nothing. Without any referrer browsers would post its own form as if from another site.
  context.header('referrer-policy', 'same-origin')
  return context.render({ title, body, status, bodyClass: accountClass, noIndex: true })
}
