import PledgeSundell
import Testing
