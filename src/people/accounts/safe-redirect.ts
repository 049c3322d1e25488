/**
 * The path that `redirect_to` names when it is a page of this shop; null when it leads anywhere else. A sign-in link
 * that ends on somebody else's page is how people lose passwords.
 */
export function safeRedirect(redirectTo: string | undefined, shopUrl: string): string | null {
  if (!redirectTo || redirectTo.length > 2000) return null
  const url = URL.parse(redirectTo, shopUrl)
  if (!url || url.origin !== new URL(shopUrl).origin) return null
  // A path of two slashes would be read as another host.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}
