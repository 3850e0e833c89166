import './copy-buttons.ts'
import './placeholder.ts'
