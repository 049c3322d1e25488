import { invalidRequest } from './api-error.ts'

export type FormValue = string | FormFields
export type FormFields = { [name: string]: FormValue }

const deepestLevel = 6

/** Decodes `a[b][c]=1&list[]=x&list[0]=y` into nested objects; list entries become numbered names. */
export function decodeForm(body: string): FormFields {
  const root: FormFields = Object.create(null) as FormFields
  for (const [name, value] of new URLSearchParams(body)) {
    const steps = name.replaceAll(']', '').split('[')
    if (steps.length > deepestLevel) throw invalidRequest(`Parameter nested too deeply: ${name}`)
    place(root, steps, value)
  }
  return root
}

function place(root: FormFields, steps: string[], value: string): void {
  let fields = root
  for (const [at, step] of steps.entries()) {
    const name = step === '' ? String(Object.keys(fields).length) : step
    if (at === steps.length - 1) {
      fields[name] = value
      return
    }
    const inner = fields[name]
    if (typeof inner === 'object') fields = inner
    else {
      const made: FormFields = Object.create(null) as FormFields
      fields[name] = made
      fields = made
    }
  }
}

/** Refuses misspelt parameters, as the real API does, so that they are found before going live. */
export function allowOnly(fields: FormFields, names: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (!names.includes(name)) {
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
  }
}

/** The text under `name`; an empty one counts as not given. */
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

export function flag(fields: FormFields, name: string): boolean {
  const value = text(fields, name)
  if (value === null || value === 'false') return false
  if (value === 'true') return true
  throw invalidRequest(`Invalid boolean: ${value}`, { param: name })
}

export function choice<T extends string>(fields: FormFields, name: string, allowed: readonly T[]): T | null {
  const value = text(fields, name)
  if (value === null) return null
  const found = allowed.find((option) => option === value)
  if (!found) throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(', ')}`, { param: name })
  return found
}

export function group(fields: FormFields, name: string): FormFields | null {
  const value = fields[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'object') throw invalidRequest(`Invalid object: ${name}`, { param: name })
  return value
}

export function list(fields: FormFields, name: string): string[] {
  return Object.values(group(fields, name) ?? {}).map((value) => {
    if (typeof value !== 'string') throw invalidRequest(`Invalid array: ${name}`, { param: name })
    return value
  })
}

/** `metadata[...]`: at most 50 texts of at most 500 characters. */
export function metadata(fields: FormFields): Record<string, string> {
  const entries = Object.entries(group(fields, 'metadata') ?? {})
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
