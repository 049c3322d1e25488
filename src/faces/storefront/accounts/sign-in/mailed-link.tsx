import type { Context, Hono } from 'hono'
import { readToken, type TokenData, type TokenPurpose } from '../../../../people/identity/keys/tokens.store.ts'
import {
  ExpiredMailedLinkPage,
  type LinkQuestion,
  MailedLinkPage,
} from '../../../../people/identity/pages/mailed-link-pages.tsx'
import type { CookieDeclaration } from '../../../../platform/web/cookie-declaration.ts'
import { deleteKeyCookie, type KeyCookie, readKeyCookie, setKeyCookie } from '../../../../platform/web/key-cookie.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { accountClass } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'

/** Declares the key cookie of one or several kinds of links. */
export const declareLinkKey = (name: string, purpose: string): CookieDeclaration => ({
  name,
  purpose,
  lifetime: 'until you close the browser',
})

/** Moves the key of an opened link into a cookie of its page, so that no URL, history or referrer contains it. */
export function moveLinkKey(
  context: Context,
  shop: Pick<AccountContext, 'url'>,
  cookie: KeyCookie,
  { key, page = cookie.path }: { readonly key: string; readonly page?: string },
): Response {
  setKeyCookie(context, shop, cookie, key)
  return context.redirect(page, 302)
}

export const mailedLinkCookie = declareLinkKey('samovar_mailed_key', 'holds the key of a link that we mailed you')

type MailedLink<P extends TokenPurpose> = {
  readonly path: string
  readonly purpose: P
  /** The question that one press confirms, or a page of its own that posts to the same URL. */
  readonly ask: (value: TokenData[P], context: Context) => LinkQuestion | Pick<LinkPage, 'title' | 'body'>
  /** Performs the action. Null: the key was used before. Status 422: nothing was done, and the key stays valid. */
  readonly use: (context: Context, key: string) => Promise<Response | null>
  readonly expiredText: string
}

/** The page of an emailed link. Opening it moves the key into a cookie; pressing its button redeems the key. */
export function mailedLink<P extends TokenPurpose>(app: Hono, shop: AccountContext, link: MailedLink<P>): void {
  const { path, purpose } = link
  const cookie = { ...mailedLinkCookie, path }
  const expired = (context: Context) =>
    linkPage(context, {
      title: 'This link has expired',
      status: 404,
      body: <ExpiredMailedLinkPage text={link.expiredText} />,
    })

  app.get(path, async (context) => {
    const sent = context.req.query('key')
    const key = sent ?? readKeyCookie(context, cookie)
    const value = await readToken(shop.db, purpose, key, shop.now())
    if (!value) return expired(context)
    if (sent !== undefined) return moveLinkKey(context, shop, cookie, { key })
    const question = link.ask(value, context)
    const body = 'body' in question ? question.body : <MailedLinkPage path={path} {...question} />
    return linkPage(context, { title: question.title, body })
  })

  app.post(path, async (context) => {
    const used = await link.use(context, readKeyCookie(context, cookie))
    if (!used) return expired(context)
    if (used.status !== 422) deleteKeyCookie(context, cookie)
    return used
  })
}

/** `bodyClass` is added to the classes of the account pages. */
type LinkPage = Pick<Page, 'body' | 'status' | 'title'> & Partial<Pick<Page, 'bodyClass'>>

export function linkPage(context: Context, { bodyClass = '', ...page }: LinkPage): Response {
  // Keeps the key in the URL from other sites. `no-referrer` would make the page's own form look cross-site.
  context.header('referrer-policy', 'same-origin')
  return context.render({ ...page, bodyClass: `${accountClass} ${bodyClass}`.trim(), noIndex: true })
}
