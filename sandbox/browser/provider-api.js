// API calls from the provider's own frames: they have the provider's origin, so the shop's page has no access to card
// numbers.

/** @typedef {{ [name: string]: unknown }} Fields */

/**
 * @param {string} key publishable
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {Fields} fields
 * @returns {Promise<Fields>} the requested object, or `{ error }`
 */
export async function callApi(key, method, path, fields) {
  const form = new URLSearchParams()
  append(form, '', fields)
  const query = method === 'GET' && form.size > 0 ? `?${form}` : ''
  try {
    const response = await fetch(path + query, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(method === 'POST' ? { 'Idempotency-Key': newKey() } : {}) },
      ...(method === 'POST' ? { body: form } : {}),
    })
    return await response.json()
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We could not reach the payment provider. Check your connection and try again.',
      },
    }
  }
}

/** @param {URLSearchParams} form @param {string} prefix @param {unknown} value */
function append(form, prefix, value) {
  if (value === undefined || value === null) return
  if (typeof value !== 'object') {
    form.append(prefix, String(value))
    return
  }
  for (const [name, inner] of Object.entries(value)) append(form, prefix === '' ? name : `${prefix}[${name}]`, inner)
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The page that shows this frame. The server wrote its origin into the document after checking it; messages from other
 * windows are ignored.
 * @param {(message: any) => void} onMessage
 */
export function talkToPage(onMessage) {
  const origin = document.documentElement.dataset.parentOrigin ?? ''
  addEventListener('message', (event) => {
    if (event.source === parent && event.origin === origin) onMessage(event.data)
  })
  return {
    /** @param {Fields} message */
    tell(message) {
      parent.postMessage(message, origin)
    },
  }
}
