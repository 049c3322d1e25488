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
export async function parseForm(context: Context, type: string): Promise<Parsed<Fields, RestError>> {
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const text = await context.req.text()
    if (isJsonText(text)) return failure(jsonAsForm)
    // Half a megabyte of `a&` would take a second to parse.
    return text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS
      ? failure(tooMany)
      : nestedForm(new URLSearchParams(text))
  }
  if (/^multipart\/form-data/i.test(type)) return nestedForm((await context.req.formData().catch(() => null)) ?? [])
  return isJsonText(await context.req.text()) ? failure(jsonAsForm) : ok({})
}

function nestedForm(pairs: Iterable<readonly [string, unknown]>): Parsed<Fields, RestError> {
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

const isJsonText = (text: string): boolean => /^\s*[{[]/.test(text)

/** To read no field of it would look like a request without fields. */
const jsonAsForm = invalidFields({ body: 'JSON needs the header “Content-Type: application/json”.' })

const tooMany = invalidFields({ body: `A form has at most ${MAX_FIELDS} fields. Send JSON instead.` })
