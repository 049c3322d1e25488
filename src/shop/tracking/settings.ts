/** What is noted about visits. */
export type TrackingSettings = {
  /** Whether orders are told where their visit came from (ATTR-01). */
  readonly orderAttribution: boolean
}

export const trackingDefaults: TrackingSettings = {
  orderAttribution: true,
}
