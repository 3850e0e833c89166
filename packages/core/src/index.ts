export {
  addUser,
  findUser,
  generatePassword,
  minPasswordCharacters,
  type NewPassword,
  setDisplayName,
  setUserDisabled,
  setUserPassword,
  setUserQuota,
  setUserRole,
} from './account/manage-users.ts'
export {
  type ChangeOwnPassword,
  createChangeOwnPassword,
  type OwnPasswordChange,
} from './account/own-password.ts'
export { createProofs, freshProofMs, type Proofs } from './account/proofs.ts'
export { type BegunByProvider, type ProviderIdentity, signInByProvider } from './account/provider-sign-in.ts'
export {
  countProblem,
  type QuotaInUse,
  restoringProblem,
  textBytesOf,
  type Usage,
  uploadingProblem,
} from './account/quota.ts'
export {
  addAuthenticator,
  addFactor,
  type NewFactor,
  removeAllFactors,
  removeFactor,
  renewRecoveryCodes,
  requiresSecondFactor,
} from './account/second-factors.ts'
export {
  endOtherSessions,
  endSession,
  findPendingSession,
  findSession,
  listSessions,
  pendingMs,
  signOut,
} from './account/sessions.ts'
export {
  type BegunSession,
  completeSignIn,
  createSignIn,
  generatedPasswordMs,
  type SignIn,
  type SignInAttempt,
} from './account/sign-in.ts'
export { throttleTries, triesPerMinute } from './account/throttle-tries.ts'
export { isTotpSecret, newTotpSecret, totpAddress, totpStep } from './account/totp.ts'
export {
  createSemaphore,
  type Permit,
  type PermitRequest,
  requireFree,
  requirePermit,
  type Semaphore,
  type SemaphoreOptions,
} from './admission/semaphore.ts'
export {
  type AlbumPlace,
  addAlbum,
  albumPlaces,
  arrangeAlbumImages,
  arrangeAlbums,
  describeAlbum,
  drawImage,
  findOwnAlbum,
  findPublicAlbum,
  forgetAlbumOrder,
  moveInAlbum,
  removeAlbum,
  restoreAlbum,
  setAlbumCover,
  setAlbumPublic,
  setAlbumRandomLink,
} from './album/manage-albums.ts'
export {
  addCategory,
  arrangeCategories,
  findCategory,
  renameCategory,
  setCategoryEnabled,
} from './category/manage-categories.ts'
export {
  addCharset,
  addPreset,
  type CipherPart,
  readSymbols,
  setCipherPartDefault,
  setCipherPartEnabled,
} from './cipher/manage-ciphers.ts'
export type {
  ClientConfiguration,
  ClientKitInput,
  ClientSteps,
} from './client-kit/client-configuration.ts'
export { clientConfigurations, findClientConfiguration } from './client-kit/client-configurations.ts'
export { shellWord } from './client-kit/shell-command.ts'
export {
  alreadyTaken,
  badField,
  badRequest,
  conflict,
  Failure,
  type FailureCode,
  type FailureFacts,
  isStorageFailure,
  notFound,
} from './failure.ts'
export { type DescribedOperation, failures } from './failures.ts'
export { formatBytes } from './format-bytes.ts'
export { newId, randomBase62 } from './ids.ts'
export { type CopyFormatName, copyFormatNames, copyFormats } from './image/copy-formats.ts'
export { checkEnd, hasEnded, readEnd, readLifetime } from './image/lifetime.ts'
export {
  createImageLinks,
  extensionOf,
  type ImageLinks,
  imageIdIn,
  type LinkedImage,
  narrowerStills,
  responsiveHtml,
  type SrcsetEntry,
  writeSrcset,
} from './image/links.ts'
export type { RenditionEvent } from './image/make-rendition.ts'
export {
  categorizeImages,
  deleteImages,
  describeImage,
  findImage,
  findOwnDeletedImage,
  findOwnImage,
  maxImagesAtOnce,
  moveImages,
  purgeImages,
  restorableMs,
  restoreImages,
  setImagesEnd,
  titleImages,
} from './image/manage-images.ts'
export {
  isRaster,
  needsRendition,
  type RasterFile,
  type RenditionFormat,
  type RenditionSize,
  renditionSizeNames,
  renditionSizes,
} from './image/rendition-sizes.ts'
export {
  createRenditions,
  type RenderedImage,
  type RenditionPace,
  type Renditions,
} from './image/renditions.ts'
export {
  imagesOfBytes,
  isRestorable,
  restoreTakenDown,
  type TakeDown,
  takeDownImages,
} from './image/take-down.ts'
export {
  createApiKeySecret,
  createKeyGate,
  createKeyUsage,
  hashSecret,
  isWellFormedApiKey,
  type KeyGate,
  type KeyUsage,
  requirePermission,
} from './key/key-gate.ts'
export {
  failureFor,
  requireBoundNetwork,
  requireTrialAllowed,
  requireUploadRate,
  requireUploadsLeft,
} from './key/key-restrictions.ts'
export {
  createKey,
  findKeyId,
  findOwnKey,
  maxUploadsOfKey,
  maxUploadsPerMinute,
  type NewKey,
  permissions,
  revokeAllKeys,
  revokeKey,
} from './key/manage-keys.ts'
export {
  endLink,
  findLink,
  findOwnLink,
  isLinkName,
  linkOfAnother,
  readLinkName,
  restoreLink,
  resumeLink,
  setLink,
} from './link/manage-links.ts'
export { type CheckOptions, type CheckSummary, checkSite } from './maintenance/check-site.ts'
export {
  abandonedUploadMs,
  type Collection,
  type CollectOptions,
  collectGarbage,
} from './maintenance/collect-garbage.ts'
export {
  type CopiedBlobs,
  type CopyOptions,
  copyBlobs,
  removeUnnamed,
  unnamedBlobs,
} from './maintenance/copy-blobs.ts'
export type { Finding, FindingKind } from './maintenance/findings.ts'
export { type IndexingProgress, indexSearches } from './maintenance/index-searches.ts'
export { collectorLease, type Lease, withLease } from './maintenance/lease.ts'
export type { Progress, StartProgress } from './maintenance/progress.ts'
export { memoized } from './memoized.ts'
export {
  inEnglish,
  inWords,
  type Message,
  type MessageValue,
  message,
  type PlaceOf,
  templatesOf,
  verbatim,
} from './message.ts'
export { type Address, limiterKey, parseAddress } from './network/address.ts'
export { type Cidr, formatCidr, networksAround, parseCidr } from './network/cidr.ts'
export { clientAddress } from './network/client-address.ts'
export { createNetworkSet, type NetworkSet } from './network/network-set.ts'
export { movedBefore, movedByOne } from './ordering.ts'
export {
  defaultPolicy,
  isPolicyKey,
  maxUploadSize,
  type Policy,
  type PolicyKey,
  policyFrom,
  policyKeys,
  readPolicyValue,
} from './policy.ts'
export type * from './ports/blob-store.ts'
export type * from './ports/database/access-store.ts'
export type * from './ports/database/album-store.ts'
export type * from './ports/database/audit-store.ts'
export type * from './ports/database/blob-references.ts'
export type * from './ports/database/category-store.ts'
export type * from './ports/database/charset-store.ts'
export type * from './ports/database/factor-store.ts'
export * from './ports/database/image-store.ts'
export type * from './ports/database/key-store.ts'
export type * from './ports/database/lease-store.ts'
export type * from './ports/database/link-store.ts'
export type * from './ports/database/page.ts'
export type * from './ports/database/preset-store.ts'
export type * from './ports/database/rendition-store.ts'
export type * from './ports/database/repair-store.ts'
export type * from './ports/database/search-store.ts'
export type * from './ports/database/session-store.ts'
export type * from './ports/database/settings-store.ts'
export type * from './ports/database/site-database.ts'
export type * from './ports/database/traffic-store.ts'
export type * from './ports/database/user-store.ts'
export type * from './ports/digest.ts'
export type * from './ports/file-scanner.ts'
export { LIMIT_WINDOW_MS, type Limiter, type LimitVerdict } from './ports/limiter.ts'
export type * from './ports/password-hasher.ts'
export type * from './ports/renditions.ts'
export type * from './records.ts'
export type { AuditAction } from './site/audit-action.ts'
export { auditDraft, commandActor } from './site/audit-draft.ts'
export { type FirstCredentials, seedNewSite } from './site/first-start.ts'
export { maxListed } from './site/list-limits.ts'
export {
  type AccessInput,
  accessSearch,
  listNetworks,
  maxNoteCharacters,
  readAccessEntry,
  removeNetwork,
} from './site/manage-access.ts'
export { policyWith, setPolicies, setPolicy } from './site/manage-policy.ts'
export {
  type PolicyPreview,
  type PreviewedRule,
  previewedRules,
  previewPolicy,
} from './site/preview-policy.ts'
export { pruneAudit } from './site/prune-audit.ts'
export { type AccessLineProblem, type AccessLines, readAccessLines } from './site/read-access-lines.ts'
export type { SitePorts } from './site/site-ports.ts'
export {
  createSnapshotSource,
  requireListed,
  requireListedUploader,
  type SiteSnapshot,
  type SnapshotSource,
} from './site/snapshot.ts'
export { setWhitelistMode, type WhitelistRisk, whitelistRisk } from './site/whitelist-mode.ts'
export { readSpan, unitMs, writeSpan } from './span.ts'
export {
  deceptiveCharacter,
  maxDescriptionCharacters,
  maxNameCharacters,
  maxTitleCharacters,
  nameKey,
  readName,
  readTextField,
} from './text-field.ts'
export { checkExpiry, isoTime } from './time.ts'
export type { RecordedImage } from './upload/recall.ts'
export {
  type FileReceiver,
  type IncomingUpload,
  type ReceivedFile,
  receiveFile,
  type Uploader,
  type UploadFields,
  uploadFieldNames,
} from './upload/receive.ts'
export { shownSize } from './upload/store.ts'
export { type KeptFile, stripMetadata } from './upload/strip-metadata.ts'
export {
  tryUpload,
  type UploadOutcome,
  type UploadPorts,
  type UploadVerdict,
  upload,
} from './upload/upload.ts'
export { withinTime } from './within-time.ts'
