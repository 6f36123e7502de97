import PledgeBolts
import Testing
