import type { Context } from 'hono'
import { failure, invalidFields, ok, type Parsed } from './params.ts'
import type { Fields } from './request.ts'
import type { RestError } from './response.ts'

/** A batch of 100 products with 50 fields each. More are refused rather than ignored. */
const MAX_FIELDS = 5000
/** Maximum nesting of a name, the limit of PHP. */
const MAX_DEPTH = 64

type Node = Map<string, Node | string>

/** The fields of a form, nested as in PHP: `create[0][name]=Sencha`, `delete[]=7`. Files are ignored. */
export async function parseFormBody(context: Context, type: string): Promise<Parsed<Fields, RestError>> {
  const bytes = await context.req.arrayBuffer()
  if (/^multipart\/form-data/i.test(type) && bytes.byteLength > 0) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null)
    return form ? nestedForm(form) : failure(unreadable)
  }
  const text = utf8TextOf(bytes)
  if (text === null) return failure(notUtf8)
  if (text.trim() === '') return ok({})
  if (!/^application\/x-www-form-urlencoded/i.test(type) || /^\s*[{[]/.test(text)) return failure(unreadable)
  // Half a megabyte of `a&` would take a second to parse.
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return failure(tooMany)
  const pairs = new URLSearchParams(text)
  // The parser puts this character in place of bytes that are not UTF-8.
  const isReplaced = !/\ufffd|%ef%bf%bd/i.test(text) && [...pairs].flat().some((part) => part.includes('\ufffd'))
  return isReplaced ? failure(notUtf8) : nestedForm(pairs)
}

/** The text of a body; null if it is not UTF-8, because letters would be lost. */
export function utf8TextOf(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The same of its pairs. */
export function nestedForm(pairs: Iterable<readonly [string, unknown]>): Parsed<Fields, RestError> {
  const root: Node = new Map()
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    if (count > MAX_FIELDS) return failure(tooMany)
    if (typeof value !== 'string') continue
    const keys = keysOf(name)
    if (keys.length > MAX_DEPTH) return failure(invalidFields({ body: `A field is nested at most ${MAX_DEPTH} deep.` }))
    set(root, keys, value)
  }
  return ok(Object.fromEntries([...root].map(([name, node]) => [name, valueOf(node)])))
}

/** 'create[0][name]' is create, 0, name. */
function keysOf(name: string): readonly string[] {
  const [, first, rest = ''] = /^([^[]+)((?:\[[^\]]*\])+)/.exec(name) ?? []
  return first === undefined ? [name] : [first, ...rest.slice(1, -1).split('][')]
}

function set(root: Node, keys: readonly string[], value: string): void {
  let node = root
  for (const [depth, sent] of keys.entries()) {
    const key = sent === '' && depth > 0 ? String(node.size) : sent
    if (depth === keys.length - 1) node.set(key, value)
    else {
      const before = node.get(key)
      const inner: Node = before instanceof Map ? before : new Map()
      if (inner !== before) node.set(key, inner)
      node = inner
    }
  }
}

/** What only has numbered parts is a list. */
function valueOf(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const isList = [...node.keys()].every((key) => /^\d+$/.test(key))
  const entries = [...node].map(([name, one]) => [name, valueOf(one)] as const)
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}

/** To read no field of it would look like a request without fields. */
const unreadable = invalidFields({
  body: 'body must be JSON with the header “Content-Type: application/json”, or a form with its own type.',
})
const notUtf8 = invalidFields({ body: 'body is not encoded in UTF-8.' })
const tooMany = invalidFields({ body: `A form has at most ${MAX_FIELDS} fields. Send JSON instead.` })
