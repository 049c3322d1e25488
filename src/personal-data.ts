import { accountData, addressBookData, factorData, programData, signInData } from './people/account/account-data.ts'
import type { Privacy } from './people/privacy/personal-data.ts'
import { consentData, requestData } from './people/privacy/privacy-log.ts'
import { invitationData } from './people/staff/invitations.ts'
import { cartData, cartRetention } from './shop/cart/cart-data.ts'
import { paymentData, savedCardData } from './shop/gateways/cards/payment-data.ts'
import { countOpenOrders, orderData, orderRetention } from './shop/orders/order-data.ts'
import { couponData } from './shop/pricing/coupon-data.ts'
import { savedData } from './shop/saved/saved-data.ts'
import { stockAlertData } from './shop/stock-alerts/stock-alert-data.ts'
import { webhookData } from './shop/webhooks/webhook-data.ts'
import { builderData, builderRetention } from './site/builder/builder-data.ts'
import { commentData } from './site/comments/comment-data.ts'
import { submissionData, submissionRetention } from './site/forms/submissions/submission-data.ts'
import { adminLogData, adminLogRetention } from './things/admin-log/admin-log-data.ts'
import { entryData } from './things/entries/entry-data.ts'
import { mediaData } from './things/media/media-data.ts'
import { emailData, emailRetention, mailChoiceData } from './things/messages/email-data.ts'

/**
 * Personal data of every room, in the order of erasure: locks are taken in the usual order, and the account is last. A
 * new table with a user or an email address must be declared here.
 */
export const privacy: Privacy = {
  data: [
    cartData,
    couponData,
    // Before the orders, which then no longer tell whose they were.
    webhookData,
    orderData,
    savedCardData,
    paymentData,
    savedData,
    stockAlertData,
    commentData,
    submissionData,
    emailData,
    mailChoiceData,
    consentData,
    addressBookData,
    signInData,
    factorData,
    programData,
    invitationData,
    adminLogData,
    builderData,
    entryData,
    mediaData,
    requestData,
    accountData,
  ],
  retention: [
    cartRetention,
    ...orderRetention,
    submissionRetention,
    emailRetention,
    builderRetention,
    adminLogRetention,
  ],
  countOpenOrders,
}
