/** The sources of the table. README.md has the same rows with licences and addresses. */
import {
  type ReadTexts,
  readAddresses,
  readBook,
  readCode,
  readColumn,
  readJsonField,
  readLines,
  readMarkdown,
  readQuestionsAndAnswers,
  readTranscript,
} from './read-texts.ts'

/** Languages that are separated in files with several. */
export type TextLanguage = 'zh' | 'en' | 'ja' | 'ko' | 'ru' | 'de' | 'fr' | 'es' | 'vi'

/** Files of one publisher in one format. */
export interface Source {
  /** A subfolder of the sources' folder. */
  readonly folder: string
  /** Selects files; all by default. */
  readonly files?: RegExp
  readonly read: ReadTexts
  /** Leaves out texts in other languages. */
  readonly language?: TextLanguage
  /** Converts Chinese to its simplified or traditional form. */
  readonly convert?: 'simplified' | 'traditional'
  /** Limit of UTF-16 units, spread over all texts. */
  readonly maxUnits: number
  /** Weight of each text. */
  readonly weight: number
}

const everyday = (language: string, weight: number): Source => ({
  folder: 'everyday',
  files: new RegExp(`^${language}\\.txt$`),
  read: readLines,
  maxUnits: 200_000,
  weight,
})

/** Documentation translated into many languages. */
const documentation = (
  language: TextLanguage,
  react: string,
  other: string,
  maxUnits: number,
  weight: number,
): Source[] => [
  { folder: `react-${react}`, read: readMarkdown, language, maxUnits, weight },
  { folder: 'fastapi', files: new RegExp(`^docs/${other}/`), read: readMarkdown, language, maxUnits, weight },
  {
    folder: 'opensource-guide',
    files: new RegExp(`^_articles/${react}/`),
    read: readMarkdown,
    language,
    maxUnits,
    weight,
  },
]

export const sources: readonly Source[] = [
  everyday('zh-hans', 30),
  everyday('zh-hant', 30),
  { ...everyday('zh-hans', 10), convert: 'traditional' },
  everyday('en', 4.5),
  everyday('ja', 5.4),
  everyday('ko', 5.4),
  everyday('ru', 5.4),
  everyday('de', 5.4),
  everyday('fr', 3.6),
  everyday('es', 3.6),
  everyday('vi', 2.7),
  everyday('mixed', 5.4),
  { folder: 'crosswoz', read: readJsonField('content'), maxUnits: 400_000, weight: 0.6 },
  { folder: 'kdconv', read: readJsonField('message'), maxUnits: 800_000, weight: 0.6 },
  {
    folder: 'kdconv',
    read: readJsonField('message'),
    convert: 'traditional',
    maxUnits: 200_000,
    weight: 0.6,
  },
  { folder: 'tatoeba-cmn', read: readColumn(1), convert: 'simplified', maxUnits: 800_000, weight: 7.5 },
  { folder: 'tatoeba-cmn', read: readColumn(1), convert: 'traditional', maxUnits: 800_000, weight: 2.5 },
  {
    folder: 'archive-tw',
    read: readTranscript,
    language: 'zh',
    convert: 'simplified',
    maxUnits: 2_500_000,
    weight: 0.7,
  },
  { folder: 'archive-tw', read: readTranscript, language: 'zh', maxUnits: 1_200_000, weight: 0.4 },
  { folder: 'literature-zh', read: readBook, maxUnits: 1_600_000, weight: 1.9 },
  { folder: 'howtocook', read: readMarkdown, language: 'zh', maxUnits: 400_000, weight: 0.8 },
  ...documentation('zh', 'zh-hans', 'zh', 400_000, 0.8),
  ...documentation('zh', 'zh-hant', 'zh-hant', 250_000, 0.5),
  { folder: 'tatoeba-cmn', read: readColumn(0), maxUnits: 700_000, weight: 0.45 },
  { folder: 'tatoeba-jpn', read: readColumn(0), maxUnits: 700_000, weight: 0.45 },
  { folder: 'taskmaster', read: readJsonField('text'), language: 'en', maxUnits: 700_000, weight: 0.23 },
  { folder: '18f', read: readMarkdown, maxUnits: 1_500_000, weight: 0.32 },
  { folder: 'digitalgov', read: readMarkdown, maxUnits: 1_500_000, weight: 0.27 },
  {
    folder: 'opensource-guide',
    files: /^_articles\/[^/]*$/,
    read: readMarkdown,
    maxUnits: 300_000,
    weight: 0.32,
  },
  { folder: 'tatoeba-jpn', read: readColumn(1), maxUnits: 1_600_000, weight: 0.43 },
  ...documentation('ja', 'ja', 'ja', 400_000, 0.16),
  { folder: 'korean-chat', read: readQuestionsAndAnswers, maxUnits: 800_000, weight: 0.66 },
  { folder: 'tatoeba-kor', read: readColumn(1), maxUnits: 800_000, weight: 0.84 },
  ...documentation('ko', 'ko', 'ko', 500_000, 0.19),
  ...documentation('ru', 'ru', 'ru', 700_000, 0.36),
  ...documentation('de', 'de', 'de', 700_000, 0.32),
  { folder: 'kafka', read: readBook, maxUnits: 200_000, weight: 0.54 },
  ...documentation('fr', 'fr', 'fr', 350_000, 0.23),
  ...documentation('es', 'es', 'es', 350_000, 0.23),
  { folder: 'tatoeba-vie', read: readColumn(1), maxUnits: 400_000, weight: 0.45 },
  ...documentation('vi', 'vi', 'none', 300_000, 0.18),
  { folder: 'react-zh-hans', read: readCode, maxUnits: 400_000, weight: 0.27 },
  { folder: 'fastapi', files: /^docs\/zh\//, read: readCode, maxUnits: 200_000, weight: 0.27 },
  { folder: 'awesome', read: readAddresses, maxUnits: 200_000, weight: 0.68 },
  { folder: '18f', read: readAddresses, maxUnits: 100_000, weight: 0.45 },
]
