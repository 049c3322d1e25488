/** Builds URLs of REST calls. Separate, because the back office's frame does not use them. */

import * as paths from './paths.ts'
import { query } from './query.ts'

export const restOrders = (filters: Record<string, string | number | undefined> = {}) =>
  `${paths.restOrders}${query(filters)}`
export const restOrder = (order: number) => `${paths.restOrders}/${order}`
export const restOrderNotes = (order: number) => `${paths.restOrders}/${order}/notes`
export const restRefunds = (order: number, filters: { status?: string; per_page?: number } = {}) =>
  `${paths.restOrders}/${order}/refunds${query(filters)}`
export const restRefund = (order: number, refund: number) => `${paths.restOrders}/${order}/refunds/${refund}`
export const restRefundRetry = (order: number, refund: number) => `${restRefund(order, refund)}/retry`
export const restDispute = (dispute: string) => `/wp-json/wc/v3/payments/disputes/${dispute}`
export const restPaymentPage = (path: string, page: { after?: string | undefined; per_page: number }) =>
  `${path}${query(page)}`
export const restShipments = (order: number) => `/wp-json/wc-shipment-tracking/v3/orders/${order}/shipment-trackings`
export const restShipment = (order: number, tracking: string) =>
  `/wp-json/wc-shipment-tracking/v3/orders/${order}/shipment-trackings/${tracking}`
export const restAnalytics = (params: Record<string, string | number | undefined>) =>
  `${paths.restAnalytics}${query(params)}`
export const restAnalyticsCsv = (params: Record<string, string | undefined>) =>
  `${paths.restAnalyticsCsv}${query(params)}`
export const restCustomer = (customer: number) => `${paths.restCustomers}/${customer}`
export const restUser = (user: number) => `${paths.restUsers}/${user}`
export const restInvitation = (invitation: number) => `${paths.restInvitations}/${invitation}`
export const restWebhookDeliveries = (webhook: number) => `${paths.restWebhookLog}/${webhook}/deliveries`
export const restWebhookPing = (webhook: number) => `${paths.restWebhookLog}/${webhook}/ping`
export const restWebhookResend = (delivery: number) => `${paths.restWebhookDeliveries}/${delivery}/resend`
export const restEmails = (filters: Record<string, string | number | undefined> = {}) =>
  `${paths.restEmails}${query(filters)}`
export const restEmail = (email: number) => `${paths.restEmails}/${email}`
export const restEmailRetry = (email: number) => `${paths.restEmails}/${email}/retry`
export const restApplicationPassword = (user: number, uuid: string) =>
  `/wp-json/wp/v2/users/${user}/application-passwords/${uuid}`
export const restStockAlerts = (page: { page: number; per_page: number }) => `${paths.restStockAlerts}${query(page)}`
export const restComments = (filters: Record<string, string | number | undefined> = {}) =>
  `${paths.restComments}${query(filters)}`
export const restSubmissionExport = (filters: Record<string, string | undefined>) =>
  `${paths.restSubmissionExport}${query(filters)}`
export const restSubmissionReplies = (submission: number) => `${paths.restSubmissions}/${submission}/replies`
export const restSubmissionFile = (submission: number, file: number) =>
  `${paths.restSubmissions}/${submission}/files/${file}`
