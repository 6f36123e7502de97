import PledgeThen
import Testing
