import { checkKinds } from './check-kinds.tsx'
import { choiceKinds } from './choice-kinds.tsx'
import type { FieldKind } from './field-kind.tsx'
import { otherKinds } from './other-kinds.tsx'
import { typedKinds } from './typed-kinds.tsx'

const kinds = new Map<string, FieldKind>(
  Object.entries({ ...typedKinds, ...choiceKinds, ...checkKinds, ...otherKinds }),
)

export function kindOf(basetype: string): FieldKind {
  const kind = kinds.get(basetype)
  if (!kind) throw new Error(`No kind of tag: ${basetype}`)
  return kind
}
