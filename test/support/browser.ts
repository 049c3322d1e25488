import type { Hono } from 'hono'

/** A browser without JavaScript: it keeps cookies from one request to the next. */
export function openBrowser(app: Hono, headers: Readonly<Record<string, string>> = {}) {
  const cookies = new Map<string, string>()
  const send = async (address: string, fields?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(address, {
      headers: { ...headers, cookie },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '' || /max-age=0/i.test(text)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return { cookies, send, html: async (address: string) => (await send(address)).text() }
}
