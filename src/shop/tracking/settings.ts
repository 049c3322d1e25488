/** Whether orders record where their visit came from (ATTR-01). */
export type TrackingSettings = { readonly orderAttribution: boolean }

export const trackingDefaults: TrackingSettings = { orderAttribution: true }
