import { invalidRequest } from './api-error.ts'

export type FormValue = string | FormFields
export type FormFields = { [name: string]: FormValue }

const maxDepth = 6

/** Decodes `a[b][c]=1&list[]=x&list[0]=y` into nested objects; list entries get numeric keys. */
export function decodeForm(body: string): FormFields {
  const root: FormFields = Object.create(null) as FormFields
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[')
    if (path.length > maxDepth) throw invalidRequest(`Parameter nested too deeply: ${name}`)
    setNested(root, path, value)
  }
  return root
}

function setNested(root: FormFields, path: string[], value: string): void {
  let fields = root
  for (const [index, segment] of path.entries()) {
    const name = segment === '' ? String(Object.keys(fields).length) : segment
    if (index === path.length - 1) {
      fields[name] = value
      return
    }
    const inner = fields[name]
    if (typeof inner === 'object') fields = inner
    else {
      const created: FormFields = Object.create(null) as FormFields
      fields[name] = created
      fields = created
    }
  }
}

/** Rejects unknown parameters, as the real API does, to catch misspellings. */
export function rejectUnknown(fields: FormFields, names: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (!names.includes(name)) {
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
  }
}

/** The text under `name`; null if missing or empty. */
export function text(fields: FormFields, name: string): string | null {
  const value = fields[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${name}`, { param: name })
  if (value.length > 5000) throw invalidRequest(`${name} is longer than 5000 characters`, { param: name })
  return value
}

export function requiredText(fields: FormFields, name: string): string {
  const value = text(fields, name)
  if (value === null) {
    throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  }
  return value
}

export function integer(fields: FormFields, name: string): number | null {
  const value = text(fields, name)
  if (value === null) return null
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
  return Number(value)
}

export function booleanValue(fields: FormFields, name: string): boolean {
  const value = text(fields, name)
  if (value === null || value === 'false') return false
  if (value === 'true') return true
  throw invalidRequest(`Invalid boolean: ${value}`, { param: name })
}

export function enumValue<T extends string>(fields: FormFields, name: string, allowed: readonly T[]): T | null {
  const value = text(fields, name)
  if (value === null) return null
  const match = allowed.find((option) => option === value)
  if (!match) throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(', ')}`, { param: name })
  return match
}

export function nested(fields: FormFields, name: string): FormFields | null {
  const value = fields[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'object') throw invalidRequest(`Invalid object: ${name}`, { param: name })
  return value
}

export function textList(fields: FormFields, name: string): string[] {
  return Object.values(nested(fields, name) ?? {}).map((value) => {
    if (typeof value !== 'string') throw invalidRequest(`Invalid array: ${name}`, { param: name })
    return value
  })
}

/** `metadata[...]`: at most 50 texts of at most 500 characters. */
export function metadata(fields: FormFields): Record<string, string> {
  const entries = Object.entries(nested(fields, 'metadata') ?? {})
  if (entries.length > 50) throw invalidRequest('You can have up to 50 metadata keys.', { param: 'metadata' })
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name.length > 40 || typeof value !== 'string' || value.length > 500) {
        throw invalidRequest(`Metadata name or value too long: ${name.slice(0, 40)}`, { param: 'metadata' })
      }
      return [name, value]
    }),
  )
}
