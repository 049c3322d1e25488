/** Settings of visit tracking. */
export type TrackingSettings = {
  /** Whether orders record where their visit came from (ATTR-01). */
  readonly orderAttribution: boolean
}

export const trackingDefaults: TrackingSettings = {
  orderAttribution: true,
}
