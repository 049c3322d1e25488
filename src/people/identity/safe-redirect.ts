export function safeRedirect(redirectTo: string | undefined, shopUrl: string): string | null {
  if (!redirectTo || redirectTo.length > 2000) return null
  const url = URL.parse(redirectTo, shopUrl)
  if (!url || url.origin !== new URL(shopUrl).origin) return null
  // A path with two leading slashes would be a URL of another host.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}
