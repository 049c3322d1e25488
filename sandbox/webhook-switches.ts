/** How events reach the shop: a tester can delay, drop, duplicate and reorder them. */
export type WebhookSwitches = {
  /** Delay before the first delivery. */
  delayMs: number
  /** How many of the next events are never delivered; `all` until it is reset. */
  dropNext: number | 'all'
  /** Types of the events that `dropNext` drops; if empty, all types. */
  dropTypes: readonly string[]
  /** How many additional times each event is delivered. */
  duplicates: number
  /** Events are held for this time and then delivered newest first; 0 delivers them immediately. */
  reorderMs: number
}

export const noSwitches: WebhookSwitches = { delayMs: 0, dropNext: 0, dropTypes: [], duplicates: 0, reorderMs: 0 }

export type DeliveryPlan = { isDropped: boolean; delayMs: number; copies: number; reorderMs: number }

/** How an event of this type is delivered, and the switches that remain afterwards. */
export function planDelivery(switches: WebhookSwitches, type: string): { plan: DeliveryPlan; rest: WebhookSwitches } {
  const { delayMs, dropNext, dropTypes, duplicates, reorderMs } = switches
  const isDropped = dropNext !== 0 && (dropTypes.length === 0 || dropTypes.includes(type))
  const rest = isDropped && dropNext !== 'all' ? { ...switches, dropNext: dropNext - 1 } : switches
  return { plan: { isDropped, delayMs, copies: 1 + duplicates, reorderMs }, rest }
}

/** When an event that happens now is due. Held events are due together, at the end of their period. */
export function dueAt({ delayMs, reorderMs }: DeliveryPlan, now: Date): Date {
  const due = now.getTime() + delayMs
  return new Date(reorderMs === 0 ? due : Math.ceil((due + 1) / reorderMs) * reorderMs)
}

const MAX_DELAY_MS = 3_600_000

export function parseSwitches(body: unknown): WebhookSwitches {
  const input = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const toInteger = (value: unknown, max: number) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.min(Math.max(value, 0), max) : 0
  const types = Array.isArray(input.dropTypes) ? input.dropTypes : []
  return {
    delayMs: toInteger(input.delayMs, MAX_DELAY_MS),
    dropNext: input.dropNext === 'all' ? 'all' : toInteger(input.dropNext, 1000),
    dropTypes: types.filter((type): type is string => typeof type === 'string').slice(0, 100),
    duplicates: toInteger(input.duplicates, 10),
    reorderMs: toInteger(input.reorderMs, 60_000),
  }
}
